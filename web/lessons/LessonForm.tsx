import { called } from '#contract/users/student-word.ts'
import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { DraftedForm, type DraftedFormProps } from '#web/drafts/DraftedForm.tsx'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { AssignmentFields } from '#web/lessons/AssignmentFields.tsx'
import { beginQuiz, type SaveForQuiz } from '#web/lessons/begin-quiz.ts'
import classes from '#web/lessons/LessonForm.module.css'
import { lessonKind } from '#web/lessons/lesson-draft.ts'
import type { LessonValues } from '#web/lessons/lesson-form.ts'
import { OrderFields } from '#web/lessons/OrderFields.tsx'
import { DateInput, focusUnreadableDate } from '#web/ui/DateInput.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'

const opensAt = (local: string) => {
  const moment = fromLocalInput(local)
  return moment ? formatMoment(moment) : undefined
}

/** Everything about a lesson. */
export const LessonForm = ({
  sections,
  teachers,
  lessons,
  estimatedMinutes,
  courseId,
  lessonId,
  onPublish,
  saveForQuiz,
  ...form
}: {
  sections: Section[]
  /** The teachers of the course. */
  teachers: Person[]
  /** The other lessons of the course. */
  lessons: OutlineLesson[]
  /** How long it takes to read by its text; null for a lesson that is not there yet. */
  estimatedMinutes: number | null
  courseId: number
  /** Null for a lesson that is not there yet. */
  lessonId: number | null
  /** A draft is about to be saved and published by one button. */
  onPublish?: () => void
  /** Saves a lesson that is not there yet. */
  saveForQuiz?: SaveForQuiz
} & DraftedFormProps<LessonValues>) => (
  <DraftedForm
    kind={lessonKind(sections, teachers, lessons)}
    saveElse={(form) =>
      onPublish &&
      form.values.visibility === 'draft' && (
        <Button
          variant="light"
          disabled={form.submitting}
          onClick={({ currentTarget }) => {
            // first: a draft that is refused stays a draft
            if (form.validate().hasErrors) return focusFirstError()
            if (focusUnreadableDate(currentTarget.form)) return
            onPublish()
            form.setFieldValue('visibility', 'now')
            // at once: a published lesson has no such button
            currentTarget.form?.requestSubmit()
          }}
        >
          Сохранить и опубликовать
        </Button>
      )
    }
    {...form}
  >
    {(form, draft) => (
      <>
        <TextInput label="Название" maxLength={200} {...form.getInputProps('name')} />
        {sections.length > 0 && (
          <NativeSelect
            label="Раздел"
            data={[
              { value: '', label: 'Без раздела' },
              ...sections.map(({ id, name }) => ({ value: `${id}`, label: name })),
            ]}
            {...form.getInputProps('section_id')}
          />
        )}
        <RichTextField
          use="lesson"
          uploads={draft.key}
          {...(lessonId !== null && { lessonId })}
          {...(saveForQuiz && { saveForQuiz: (caret) => void beginQuiz(form, draft, saveForQuiz, caret) })}
          label="Текст урока"
          minHeight={320}
          value={form.values.content}
          onChange={(html) => form.setFieldValue('content', html)}
          {...(form.errors.content ? { error: String(form.errors.content) } : {})}
        />
        <AssignmentFields form={form} uploads={`${draft.key}:assignment`} courseId={courseId} lessonId={lessonId} />
        <Radio.Group label="Кто видит урок" {...form.getInputProps('visibility')}>
          <Stack gap={3} mt={2}>
            <Radio value="draft" label="Черновик" description="Видят только преподаватели и кураторы" />
            <Radio value="now" label="Опубликован" description={`${called('Студенты')} видят урок сразу`} />
            <Radio
              value="later"
              label="Откроется в срок"
              description={`${called('Студенты')} увидят урок в назначенный день`}
            />
            {form.values.visibility === 'later' && (
              <DateInput
                className={classes.later}
                withTime
                label="Когда открыть"
                description={opensAt(form.values.publish_at)}
                {...form.getInputProps('publish_at')}
              />
            )}
          </Stack>
        </Radio.Group>
        <OrderFields form={form} lessons={lessons} estimatedMinutes={estimatedMinutes} />
      </>
    )}
  </DraftedForm>
)
