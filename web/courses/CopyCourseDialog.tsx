import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { copyName } from '#contract/courses/copy-name.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { useCopyCourse } from '#web/courses/change-course.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Copies a course to a new start; then the copy opens. */
const CopyCourseDialog = ({ course, onClose }: { course: Pick<Course, 'id' | 'name'>; onClose: () => void }) => {
  const navigate = useNavigate()
  const copy = useCopyCourse(course.id)
  const form = useForm({ initialValues: { name: copyName(course.name), starts_on: '' } })
  const save = useSave(form, async ({ name, starts_on }) => {
    const made = await copy.mutateAsync({ name, ...(starts_on && { starts_on }) })
    onClose()
    toast({
      severity: 'success',
      summary: 'Курс скопирован',
      detail: `Это черновик: ${called('студенты')} его не видят.`,
    })
    void navigate({ to: pathTo('courses.show', { id: made.course.id }) })
  })
  return (
    <FormDialog
      title="Скопировать курс"
      lead={`Скопируются уроки, задания и файлы, без ${called('студентов')} и их работ.`}
      action="Скопировать"
      busy={copy.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Название" maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <DateInput
        label="Когда начнётся"
        description="Все сроки сдвинутся на столько же дней. Без даты они останутся прежними."
        {...form.getInputProps('starts_on')}
      />
    </FormDialog>
  )
}

export default CopyCourseDialog
