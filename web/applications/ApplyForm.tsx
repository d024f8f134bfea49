import { Button } from '@mantine/core'
import { ApplicationField } from '#web/applications/ApplicationField.tsx'
import { useContinuedApplicationText } from '#web/applications/application-text.ts'
import { useApply } from '#web/applications/applications.queries.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import { Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The application of a signed-in student; what is typed stays on the device until the server has it. */
export const ApplyForm = ({ programId }: { programId: number }) => {
  const [text, setText, clearText] = useContinuedApplicationText(programId)
  const apply = useApply(programId)
  const { problem, saving, submit } = useFieldSave({
    fields: ['text'],
    save: async () => {
      await apply.mutateAsync(text)
      clearText(text)
      toast({ severity: 'success', summary: 'Заявка отправлена' })
    },
    failure: 'Не удалось отправить заявку',
  })
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <ApplicationField text={text} error={problem} onChange={setText} />
      <Button type="submit" loading={saving}>
        Подать заявку
      </Button>
    </Stack>
  )
}
