import { called } from '#contract/users/student-word.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Grid, Stack, Text } from '#web/ui/layout.tsx'
import { fromLocalInput } from '#web/ui/local-moment.ts'

const formattedWith = (local: string, word: string) => {
  const moment = fromLocalInput(local)
  return moment ? `${word} ${formatMoment(moment)}. ` : ''
}

// sentences of different length below the fields leave these in one line
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** The soft and the hard end of an assignment, each with what it does. */
export const DeadlineFields = ({ form }: { form: LessonFormState }) => {
  const { due_at, closes_at } = form.values.assignment
  return (
    <Stack as="section" gap={4} edge="top" className={classes.part} aria-labelledby="deadlines">
      <Text as="h3" size={6} id="deadlines">
        Сроки
      </Text>
      <Grid least={15} gap={4} align="start">
        <DateInput
          withTime
          inputWrapperOrder={order}
          label="Срок сдачи"
          description={`${formattedWith(due_at, 'До')}Мягкий: сдать можно и позже, но работа будет отмечена как сданная с опозданием.`}
          {...form.getInputProps('assignment.due_at')}
        />
        <DateInput
          withTime
          inputWrapperOrder={order}
          label="Приём закроется"
          description={`${formattedWith(closes_at, 'После')}Жёсткий: позже работу не сдать, пока вы не дадите ${called('студенту')} больше времени.`}
          {...form.getInputProps('assignment.closes_at')}
        />
      </Grid>
    </Stack>
  )
}
