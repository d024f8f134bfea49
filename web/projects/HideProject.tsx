import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { z } from 'zod'
import { words } from '#contract/http/fields.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { useUpdateProject } from '#web/projects/projects.queries.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Asks a curator why the project is hidden; its authors read these words. */
const HideProject = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const update = useUpdateProject(id)
  const once = useSingle()
  useReturnFocus()
  const form = useForm({
    initialValues: { reason: '' },
    validate: validateWith(z.object({ reason: words(1000) })),
  })
  const hide = form.onSubmit(
    ({ reason }) =>
      once(() =>
        update.mutateAsync(
          { status: 'hidden', reason },
          {
            onSuccess: () => {
              toast({ severity: 'success', summary: 'Проект скрыт', detail: 'Авторы увидят причину.' })
              onClose()
            },
            onError: (error) => showFormError(form, error),
          },
        ),
      ),
    focusFirstError,
  )
  return (
    <Modal opened onClose={onClose} title="Скрыть проект" transitionProps={{ duration: 0 }}>
      <form onSubmit={hide} noValidate>
        <Textarea
          label="Почему"
          description="Эти слова увидят авторы проекта"
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Отменить
          </Button>
          <Button type="submit" color="red" loading={update.isPending}>
            Скрыть проект
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

export default HideProject
