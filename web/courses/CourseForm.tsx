import '#web/ui/input-styles.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { z } from 'zod'
import { CourseCreate, type CourseStatus, courseStatuses } from '#contract/courses/courses.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { FormFrame } from '#web/drafts/FormFrame.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'

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

const Kept = z.object({
  name: z.string(),
  summary: z.string(),
  content: z.string(),
  status: z.enum(['draft', 'published', 'archived']),
})

/** How a course is drafted. */
export const courseKind: FormKind<CourseWords> = {
  fields: {
    name: { label: 'Название' },
    summary: { label: 'Коротко о курсе' },
    status: { label: 'Статус', show: (status) => courseStatuses[status].name },
    content: { label: 'О курсе', rich: true },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
}

/** The words and the status of a course; `save` throws what the server refuses. */
export const CourseForm = ({
  draft,
  statuses,
  saveLabel,
  cancelHref,
  save,
}: {
  draft: FormDraft<CourseWords>
  statuses: CourseStatus[]
  saveLabel: string
  cancelHref: string
  /** Answers what to do once the form is at peace: go to another page. */
  save: (values: CourseWords) => Promise<() => void>
}) => {
  const statusId = useId()
  const form = useForm({
    initialValues: draft.initial,
    validate: validateWith(CourseCreate),
    onValuesChange: draft.change,
  })

  return (
    <FormFrame form={form} draft={draft} save={save} saveLabel={saveLabel} cancelHref={cancelHref}>
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
          style={{ flexWrap: 'wrap' }}
          aria-labelledby={statusId}
          data={statuses.map((value) => ({ value, label: courseStatuses[value].name }))}
          value={form.values.status}
          onChange={(value) => form.setFieldValue('status', value as CourseStatus)}
        />
      </Input.Wrapper>
      <RichTextField
        use="course"
        uploads={draft.key}
        label="О курсе"
        minHeight={220}
        value={form.values.content}
        onChange={(html) => form.setFieldValue('content', html)}
        {...(form.errors.content ? { error: String(form.errors.content) } : {})}
      />
    </FormFrame>
  )
}
