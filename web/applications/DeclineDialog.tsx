import type { Application } from '#contract/applications/applications.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { useDeclineApplication } from '#web/applications/applications.queries.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Declines an application; the reason is optional. */
const DeclineDialog = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const decline = useDeclineApplication()
  const name = fullName(application.user)
  return (
    <TextDialog
      title={`Отклонить заявку: ${name}`}
      label="Причина, если хотите"
      description="Человек прочитает её на сайте и в письме"
      action="Отклонить"
      field="reason"
      optional
      failure="Не удалось отклонить заявку"
      send={async (reason) => {
        await decline.mutateAsync({ id: application.id, reason })
        toast({ severity: 'info', summary: 'Заявка отклонена', detail: `${name}: «${application.program.name}»` })
      }}
      onClose={onClose}
    />
  )
}

export default DeclineDialog
