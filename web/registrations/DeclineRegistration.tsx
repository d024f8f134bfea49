import type { WaitingRegistration } from '#contract/registrations/registrations.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { useDeclineRegistration } from '#web/registrations/registrations.queries.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Refuses a registration; the reason is optional. */
const DeclineRegistration = ({ registration, onClose }: { registration: WaitingRegistration; onClose: () => void }) => {
  const decline = useDeclineRegistration()
  const name = fullName(registration.user)
  return (
    <TextDialog
      title={`Отказать: ${name}`}
      label="Причина, если хотите"
      description="Человек прочитает её в письме, а его данные удалятся"
      action="Отказать"
      field="reason"
      optional
      failure="Не удалось отказать"
      send={async (reason) => {
        await decline.mutateAsync({ id: registration.user.id, reason })
        toast({ severity: 'info', summary: 'Отказано, письмо отправлено', detail: name })
      }}
      onClose={onClose}
    />
  )
}

export default DeclineRegistration
