import { Checkbox, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#contract/format-number.ts'
import { fullName } from '#contract/users/names.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

/** Who reviews the tasks, and how much the assignment counts. */
export const ReviewFields = ({ form, courseId }: { form: LessonFormState; courseId: number }) => {
  const { weight } = form.values.assignment
  return (
    <Stack as="section" gap={4} edge="top" className={classes.part} aria-labelledby="review">
      <Text as="h3" size={6} id="review">
        Проверка и журнал
      </Text>
      <Reviewers form={form} courseId={courseId} />
      <NumberInput
        className={classes.number}
        label="Вес в журнале"
        description={weightNote(Number(weight))}
        min={0}
        max={100}
        allowNegative={false}
        decimalScale={2}
        decimalSeparator=","
        hideControls
        {...form.getInputProps('assignment.weight')}
      />
    </Stack>
  )
}

const weightNote = (weight: number) => {
  if (weight === 0) return 'Оценка не входит в среднюю по курсу'
  return weight === 1 ? 'Как у обычного задания' : `В средней оценке считается за ${formatNumber(weight)}`
}

/** One teacher alone reviews anyway: there is nothing to choose. */
const Reviewers = ({ form, courseId }: { form: LessonFormState; courseId: number }) => {
  const { data } = useQuery(courseQuery(courseId))
  const teachers = data?.course.teachers ?? []
  const { reviewer_ids } = form.values.assignment
  if (teachers.length < 2) return null
  return (
    <Checkbox.Group
      label="Кто проверяет"
      description={
        reviewer_ids.length === 0
          ? 'Никто не отмечен: работы ждут всех преподавателей курса'
          : 'Работы ждут отмеченных; остальные преподаватели курса их тоже видят'
      }
      value={reviewer_ids.map(String)}
      onChange={(ids) => form.setFieldValue('assignment.reviewer_ids', ids.map(Number))}
      error={form.errors['assignment.reviewer_ids']}
    >
      <Stack gap={3} mt={2}>
        {teachers.map((teacher) => (
          <Checkbox key={teacher.id} value={`${teacher.id}`} label={fullName(teacher)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
