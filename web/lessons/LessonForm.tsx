import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import type { Section } from '#contract/courses/courses.schema.ts'
import { FormFrame } from '#web/drafts/FormFrame.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { AssignmentFields } from '#web/lessons/AssignmentFields.tsx'
import classes from '#web/lessons/LessonForm.module.css'
import { type LessonValues, useLessonForm } from '#web/lessons/lesson-form.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'

/** Everything about a lesson; `save` throws what the server refuses. */
export const LessonForm = ({
  draft,
  sections,
  courseId,
  lessonId,
  saveLabel,
  cancelHref,
  save,
}: {
  draft: FormDraft<LessonValues>
  sections: Section[]
  courseId: number
  /** Null for a lesson that is not there yet. */
  lessonId: number | null
  saveLabel: string
  cancelHref: string
  /** Answers what to do once the form is at peace: go to another page. */
  save: (values: LessonValues) => Promise<() => void>
}) => {
  const form = useLessonForm(draft.initial, draft.change)
  const opens = fromLocalInput(form.values.publish_at)

  return (
    <FormFrame form={form} draft={draft} save={save} saveLabel={saveLabel} cancelHref={cancelHref}>
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
          <Radio value="now" label="Опубликован" description="Студенты видят урок сразу" />
          <Radio value="later" label="Откроется в срок" description="Студенты увидят урок в назначенный день" />
          {form.values.visibility === 'later' && (
            <TextInput
              className={classes.later}
              type="datetime-local"
              label="Когда открыть"
              description={opens ? formatMoment(opens) : undefined}
              {...form.getInputProps('publish_at')}
            />
          )}
        </Stack>
      </Radio.Group>
    </FormFrame>
  )
}
