import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { fileIdOf } from '#contract/files/file-address.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { ProjectChange } from '#contract/projects/projects.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useCreateProject } from '#web/projects/change-project.ts'
import { showProject } from '#web/projects/just-published.ts'
import classes from '#web/projects/PublishTask.module.css'
import { gist, valuesOfTask } from '#web/projects/project-of-task.ts'
import { useAskedConsent } from '#web/projects/publication-consent.ts'
import { VisibilityField } from '#web/projects/VisibilityField.tsx'
import { reloadTask } from '#web/tasks/tasks.queries.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

const check = validateWith(ProjectChange.pick({ name: true }).required())

/** Publishes an accepted task as it is: its name, its text and files, its first picture as the cover. */
const PublishDialog = ({ task, userId, onClose }: { task: Task; userId: number; onClose: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useCreateProject()
  const values = useMemo(() => valuesOfTask(task), [task])
  const [cover, setCover] = useState(values.cover)
  const form = useForm({ initialValues: { name: values.name, visibility: values.visibility }, validate: check })
  const consent = useAskedConsent(form.values.visibility)
  // what is on its way cannot be taken back by closing
  const { modal, onInput } = useCloseGuard(onClose, { busy: form.submitting })

  const finish = ({ id }: Pick<Project, 'id'>) => {
    onClose()
    return showProject(navigate, id, true)
  }

  const publish = useSave(form, async ({ name }) => {
    try {
      const visibility = await consent.settle()
      const { project } = await create.mutateAsync({
        name,
        visibility,
        status: 'published',
        task_id: task.id,
        once: true,
        cover_file_id: fileIdOf(cover),
      })
      await finish(project)
    } catch (error) {
      const isMade = error instanceof ApiError && error.code === 'wrong-state'
      const known = isMade || error instanceof NetworkError ? await reloadTask(client, task.id).catch(() => null) : null
      // perhaps it was published, and only the answer was lost; what another tab has made is behind the dialog
      if (known?.project && !isMade) return finish(known.project)
      if (error instanceof ApiError && error.fields.cover_file_id) setCover('')
      throw error
    }
  })

  return (
    <Modal {...modal} title="Опубликовать проект">
      <Stack as="form" gap={4} onSubmit={publish} onInput={onInput} noValidate>
        <TextInput label="Название" maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <TaskPreview task={task} content={values.content} cover={cover} userId={userId} />
        {form.errors.cover_file_id && (
          <Text size={2} tone="bad" role="alert">
            {form.errors.cover_file_id} Без неё обложка нарисуется сама: нажмите «Опубликовать» ещё раз.
          </Text>
        )}
        <VisibilityField
          label="Кто увидит"
          value={form.values.visibility}
          error={form.errors.visibility}
          onChange={(visibility) => form.setFieldValue('visibility', visibility)}
          consent={consent}
        />
        <Row gap={2} wrap stacked align="stretch" justify="between">
          <Button type="submit" loading={form.submitting} disabled={consent.isLoading}>
            Опубликовать
          </Button>
          <Button component={Link} to={pathTo('projects.create', {}, { task: task.id })} variant="subtle">
            Сначала дополнить
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}

/** What will be published, and in whose names. */
const TaskPreview = ({
  task,
  content,
  cover,
  userId,
}: {
  task: Task
  content: string
  cover: string
  userId: number
}) => {
  const { text, files } = useMemo(() => gist(content), [content])
  const others = task.students.filter(({ id }) => id !== userId)
  return (
    <div className={classes.task}>
      <Cover url={cover || `/covers/project-${task.id}.svg`} eager />
      <div>
        <Text size={3} tone="soft" tight anywhere clamp={3}>
          {text || 'Без текста: только то, что приложено к работе.'}
        </Text>
        <Text mt={1} size={2} tone="quiet" tight>
          {files > 0 && `${counted(files, 'файл', 'файла', 'файлов')} из работы. `}
          {cover ? 'Обложка: первая картинка.' : 'Обложка нарисуется сама, примерно такая.'}
        </Text>
        {others.length > 0 && (
          <Text mt={1} size={2} tone="quiet" tight>
            Соавторы: {others.map(fullName).join(', ')}. Имена появятся, когда они согласятся.
          </Text>
        )}
      </div>
    </div>
  )
}

export default PublishDialog
