import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { reportError } from '#web/app/report-error.ts'
import { ApplicationField } from '#web/applications/ApplicationField.tsx'
import { useApplicationText } from '#web/applications/application-text.ts'
import { useApply } from '#web/applications/applications.queries.ts'
import { Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The application of a signed-in student; what is typed stays on the device until the server has it. */
export const ApplyForm = ({ programId }: { programId: number }) => {
  const [text, setText, clearText] = useApplicationText(programId)
  const apply = useApply(programId)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (apply.isPending) return
    try {
      await apply.mutateAsync(text)
      clearText()
      toast({ severity: 'success', summary: 'Заявка отправлена' })
    } catch (error) {
      reportError(error, 'Не удалось отправить заявку')
    }
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <ApplicationField text={text} onChange={setText} />
      <Button type="submit" loading={apply.isPending}>
        Подать заявку
      </Button>
    </Stack>
  )
}
