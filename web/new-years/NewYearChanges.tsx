import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import type { NewYear } from '#contract/new-years/new-years.schema.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { formatCalendarDay } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

const Changes = ({ title, lines }: { title: string; lines: { key: number; text: string }[] }) =>
  lines.length > 0 && (
    <Stack gap={1}>
      <Text as="h3" weight="heavy">
        {title}
      </Text>
      <Stack as="ul" gap={1} plain>
        {lines.map(({ key, text }) => (
          <Text as="li" key={key} anywhere>
            {text}
          </Text>
        ))}
      </Stack>
    </Stack>
  )

const copyText = ({ name, lesson_count, cohorts }: NewYear['courses'][number]) =>
  `${name}: ${counted(lesson_count, 'урок', 'урока', 'уроков')}, ${cohorts.join(', ') || 'пока никому'}`

/** A class that moves up also gets the dates of the year. */
const cohortText = (
  { name, new_name, act }: NewYear['cohorts'][number],
  { starts_on, ends_on }: Pick<NewYear, 'starts_on' | 'ends_on'>,
) => {
  const dates = [starts_on && `с ${formatCalendarDay(starts_on)}`, ends_on && `по ${formatCalendarDay(ends_on)}`]
  const shown = act === 'up' ? dates.filter(Boolean).join(' ') : ''
  return `${name} → ${new_name}${shown && `: ${shown}`}`
}

/** Every change of a new year. */
export const NewYearChanges = ({ year }: { year: NewYear }) => {
  const courses = (act: NewYear['courses'][number]['act']) => year.courses.filter((course) => course.act === act)
  return (
    <Stack gap={4}>
      <Changes
        title={cohortTitle('many')}
        lines={year.cohorts.map((cohort) => ({ key: cohort.id, text: cohortText(cohort, year) }))}
      />
      <Changes
        title={`Новые курсы: черновики, сроки сдвинуты на ${counted(year.shift_days, 'день', 'дня', 'дней')}`}
        lines={courses('renew').map((course) => ({ key: course.id, text: copyText(course) }))}
      />
      <Changes title="В архив" lines={year.courses.map(({ id, name }) => ({ key: id, text: name }))} />
      <Changes
        title={`Отключатся учётные записи: ${year.leavers.length}`}
        lines={year.leavers.map((person) => ({ key: person.id, text: fullName(person) }))}
      />
    </Stack>
  )
}
