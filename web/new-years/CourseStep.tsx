import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type NewYearChoices, type NewYearForm, nameAfter, takersOf } from '#web/new-years/new-year-form.ts'
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'

const acts = [
  { value: 'renew', label: 'Копия, а сам в архив' },
  { value: 'archive', label: 'В архив' },
  { value: 'stay', label: 'Остаётся как есть' },
]

type Course = NewYearForm['courses'][number]

/** The classes that take the copy of a course, and a way to choose others. */
const Takers = ({
  form,
  course,
  onChange,
}: {
  form: NewYearForm
  course: Course
  onChange: (chosen: number[]) => void
}) => {
  const [open, setOpen] = useState(false)
  const takers = takersOf(form, course)
  const ids = takers.map(({ id }) => id)
  const names = takers.map(nameAfter).join(', ') || 'никто'
  return (
    <Stack gap={2}>
      <Row gap={2} wrap>
        <Text size={2} tone="quiet">
          Копию возьмёт: {names}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={open}
          aria-label={`${open ? 'Готово' : 'Изменить'}, кто возьмёт копию: ${course.name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Готово' : 'Изменить'}
        </Button>
      </Row>
      {open && (
        <Row gap={2} gapX={4} wrap>
          {form.cohorts
            .filter(({ act }) => act !== 'graduate')
            .map((cohort) => (
              <Checkbox
                key={cohort.id}
                label={nameAfter(cohort)}
                checked={ids.includes(cohort.id)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...ids, cohort.id] : ids.filter((id) => id !== cohort.id))
                }
              />
            ))}
        </Row>
      )}
    </Stack>
  )
}

/** The choice for each course, and who takes its copy. */
export const CourseStep = ({
  form,
  onChange,
}: {
  form: NewYearForm
  onChange: (id: number, change: NewYearChoices['courses'][number]) => void
}) => (
  <Stack as="ul" gap={3} plain>
    {form.courses.map((course) => (
      <Grid as="li" key={course.id} gap={2} least={16} fill>
        <Stack gap={1}>
          <Text weight="medium" anywhere>
            {course.name}
          </Text>
          {course.act === 'renew' && (
            <Takers form={form} course={course} onChange={(chosen) => onChange(course.id, { chosen })} />
          )}
        </Stack>
        <NativeSelect
          aria-label={`Что будет: ${course.name}`}
          data={acts}
          value={course.act}
          onChange={(event) => onChange(course.id, { act: event.currentTarget.value as Course['act'] })}
        />
      </Grid>
    ))}
  </Stack>
)
