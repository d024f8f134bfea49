import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { useId } from 'react'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { CriteriaFields } from '#web/lessons/CriteriaFields.tsx'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'

/** Whether the lesson asks for a work, and for what. */
export const AssignmentFields = ({ form, uploads }: { form: LessonFormState; uploads: string }) => {
  const id = useId()
  const { asks, assignment } = form.values
  const due = fromLocalInput(assignment.due_at)
  const problem = form.errors['assignment.text']
  return (
    <Card className={classes.assignment}>
      <div className={classes.switch}>
        <div>
          <h2>
            <label htmlFor={id}>Задание</label>
          </h2>
          <p id="assignment-note">Студенты сдают работу, вы проверяете её и отвечаете.</p>
        </div>
        <Switch
          size="md"
          id={id}
          aria-describedby="assignment-note"
          {...form.getInputProps('asks', { type: 'checkbox' })}
        />
      </div>
      {asks && (
        <>
          <RichTextField
            use="assignment"
            uploads={uploads}
            label="Что нужно сделать"
            value={assignment.text}
            onChange={(html) => form.setFieldValue('assignment.text', html)}
            {...(problem ? { error: String(problem) } : {})}
          />
          <TextInput
            className={classes.due}
            type="datetime-local"
            label="Срок сдачи"
            description={due ? `До ${formatMoment(due)}` : 'Можно не указывать'}
            {...form.getInputProps('assignment.due_at')}
          />
          <CriteriaFields form={form} />
        </>
      )}
    </Card>
  )
}
