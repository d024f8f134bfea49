import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { z } from 'zod'
import { type Course, CourseCreate, CourseStatus, courseStatuses } from '#contract/courses/courses.schema.ts'
import { DraftedForm, type DraftedFormProps } from '#web/drafts/DraftedForm.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { validateWith } from '#web/forms/form-errors.ts'

const CourseValues = z.object({
  name: z.string(),
  summary: z.string(),
  content: z.string(),
  status: CourseStatus,
})
/** What is typed about a course. */
type CourseValues = z.infer<typeof CourseValues>

export const emptyCourse: CourseValues = { name: '', summary: '', content: '', status: 'draft' }

/** What the form shows of a course. */
export const courseValues = ({ name, summary, content, status }: Course): CourseValues => ({
  name,
  summary,
  content,
  status: status.slug,
})

const explained: Record<CourseStatus, string> = {
  draft: 'Курс видят только преподаватели и кураторы.',
  get published() {
    return `Записанные ${called('студенты')} видят курс и открытые уроки.`
  },
  get archived() {
    return `${called('Студенты')} могут только читать, сдавать работы нельзя.`
  },
}

/** How a course is drafted. */
const courseKind: FormKind<CourseValues> = {
  fields: {
    name: { label: 'Название' },
    summary: { label: 'Коротко о курсе' },
    status: { label: 'Статус', show: (status) => courseStatuses[status].name },
    content: { label: 'О курсе', rich: true },
  },
  read: (values) => CourseValues.safeParse(values).data ?? null,
  check: validateWith(CourseCreate),
}

/** The texts and the status of a course. */
export const CourseForm = ({ statuses, ...form }: { statuses: CourseStatus[] } & DraftedFormProps<CourseValues>) => {
  const statusId = useId()
  return (
    <DraftedForm kind={courseKind} {...form}>
      {(form, draft) => (
        <>
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
        </>
      )}
    </DraftedForm>
  )
}
