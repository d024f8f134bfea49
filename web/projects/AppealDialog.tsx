import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { z } from 'zod'
import { words } from '#contract/http/fields.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useReportProject } from '#web/projects/projects.queries.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** An author asks curators to have a hidden project back. */
const AppealDialog = ({ projectId, onClose }: { projectId: number; onClose: () => void }) => {
  const report = useReportProject(projectId)
  const once = useSingle()
  useReturnFocus()
  const form = useForm({ initialValues: { text: '' }, validate: validateWith(z.object({ text: words(1000) })) })
  const send = form.onSubmit(
    ({ text }) =>
      once(() =>
        report.mutateAsync(
          { reason: 'other', text },
          {
            onSuccess: () => {
              toast({ severity: 'success', summary: 'Отправлено кураторам' })
              onClose()
            },
            onError: (error) => showFormError(form, error),
          },
        ),
      ),
    focusFirstError,
  )
  return (
    <Modal opened onClose={onClose} title="Попросить вернуть проект" transitionProps={{ duration: 0 }}>
      <form onSubmit={send} noValidate>
        <Textarea
          label="Что вы исправили"
          description="Эти слова прочитают кураторы"
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Отменить
          </Button>
          <Button type="submit" loading={report.isPending}>
            Отправить
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

export default AppealDialog
