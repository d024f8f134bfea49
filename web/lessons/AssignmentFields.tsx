import { called } from '#contract/users/student-word.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useId } from 'react'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { CriteriaFields } from '#web/lessons/CriteriaFields.tsx'
import { DeadlineFields } from '#web/lessons/DeadlineFields.tsx'
import { HandedInNotice } from '#web/lessons/HandedInNotice.tsx'
import { HandInFields } from '#web/lessons/HandInFields.tsx'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { ReviewFields } from '#web/lessons/ReviewFields.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Whether the lesson has an assignment, and what is handed in. */
export const AssignmentFields = ({
  form,
  uploads,
  courseId,
  lessonId,
}: {
  form: LessonFormState
  uploads: string
  courseId: number
  /** Null for a lesson that is not there yet. */
  lessonId: number | null
}) => {
  const id = useId()
  const { asks, assignment } = form.values
  const problem = form.errors['assignment.text']
  return (
    <Card>
      <Stack gap={5}>
        <Row gap={4} justify="between" className={classes.switch}>
          <Stack gap={0.5}>
            <h2>
              <label htmlFor={id}>Задание</label>
            </h2>
            <Text size={3} tone="quiet" tight id="assignment-note">
              {called('Студенты')} сдают работу, вы проверяете её и отвечаете.
            </Text>
          </Stack>
          <Switch
            size="md"
            id={id}
            aria-describedby="assignment-note"
            {...form.getInputProps('asks', { type: 'checkbox' })}
          />
        </Row>
        {asks && (
          <>
            {lessonId !== null && <HandedInNotice lessonId={lessonId} />}
            <RichTextField
              use="assignment"
              uploads={uploads}
              label="Что нужно сделать"
              value={assignment.text}
              onChange={(html) => form.setFieldValue('assignment.text', html)}
              {...(problem ? { error: String(problem) } : {})}
            />
            <HandInFields form={form} />
            <DeadlineFields form={form} />
            <CriteriaFields form={form} />
            <ReviewFields form={form} courseId={courseId} />
          </>
        )}
      </Stack>
    </Card>
  )
}
