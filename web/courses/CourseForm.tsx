import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { CourseCreate, type CourseStatus, courseStatuses } from '#contract/courses/courses.schema.ts'
import { focusFirstError, showFormError, validateWith } from '#web/app/form-errors.ts'
import { Link } from '#web/app/Link.tsx'
import { useFormDraft } from '#web/app/use-form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { FormBar } from '#web/ui/FormBar.tsx'

/** What is typed about a course. */
export interface CourseWords {
  name: string
  summary: string
  content: string
  status: CourseStatus
}

const explained: Record<CourseStatus, string> = {
  draft: 'Курс видят только преподаватели и кураторы.',
  published: 'Записанные студенты видят курс и открытые уроки.',
  archived: 'Студенты могут только читать, сдавать работы нельзя.',
}

/** The words and the status of a course; `save` throws what the server refuses. */
export const CourseForm = ({
  initial,
  statuses,
  draftKey,
  saveLabel,
  cancelHref,
  save,
}: {
  initial: CourseWords
  statuses: CourseStatus[]
  draftKey: string
  saveLabel: string
  cancelHref: string
  /** Answers what to do once the form is at peace: go to another page. */
  save: (values: CourseWords) => Promise<() => void>
}) => {
  const statusId = useId()
  const form = useForm({ initialValues: initial, validate: validateWith(CourseCreate) })
  const draft = useFormDraft(form, draftKey)

  const submit = async (values: CourseWords) => {
    try {
      const next = await save(values)
      draft.forget()
      next()
    } catch (error) {
      showFormError(form, error)
    }
  }

  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError)} noValidate>
      {draft.restored && <RestoredNotice onDiscard={draft.discard} />}
      <Stack gap="lg">
        <TextInput label="Название" maxLength={200} {...form.getInputProps('name')} />
        <Textarea
          label="Коротко о курсе"
          description="Одно-два предложения для списка курсов"
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('summary')}
        />
        <Input.Wrapper
          label="Статус"
          labelElement="div"
          labelProps={{ id: statusId }}
          description={explained[form.values.status]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={form.errors.status}
        >
          <SegmentedControl
            display="flex"
            w="fit-content"
            maw="100%"
            mb={6}
            aria-labelledby={statusId}
            data={statuses.map((value) => ({ value, label: courseStatuses[value].name }))}
            value={form.values.status}
            onChange={(value) => form.setFieldValue('status', value as CourseStatus)}
          />
        </Input.Wrapper>
        <RichTextField
          label="О курсе"
          minHeight={220}
          value={form.values.content}
          onChange={(html) => form.setFieldValue('content', html)}
          {...(form.errors.content ? { error: String(form.errors.content) } : {})}
        />
        <FormBar note={draft.dirty && 'Есть несохранённые изменения'}>
          <Button type="submit" loading={form.submitting}>
            {saveLabel}
          </Button>
          <Button component={Link} to={cancelHref} variant="subtle" color="gray">
            Отменить
          </Button>
        </FormBar>
      </Stack>
    </form>
  )
}
