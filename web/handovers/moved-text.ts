import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { dayText, schoolDay } from '#contract/dates.ts'
import type { Moved } from '#contract/handovers/handovers.schema.ts'
import { counted, plural } from '#contract/plural.ts'

/** «Передавать нечего: нет ни курсов, ни работ на проверке, ни классов», by the school's word for them. */
export const nothingText = () => `Передавать нечего: нет ни курсов, ни работ на проверке, ни ${cohortCalled('ofMany')}.`

/** «Перейдёт» for a single thing, else «Перейдут»: the verb before `movedText`. */
export const movesVerb = ({ courses, tasks, cohorts }: Moved) => {
  const [first = 0, ...others] = [courses, tasks, cohorts].filter((count) => count > 0)
  return others.length > 0 ? 'Перейдут' : plural(first, 'Перейдёт', 'Перейдут', 'Перейдут')
}

/** «3 курса, 12 работ и 1 класс»; empty when there is nothing. */
export const movedText = ({ courses, tasks, cohorts }: Moved) => {
  const parts = [
    ...(courses > 0 ? [counted(courses, 'курс', 'курса', 'курсов')] : []),
    ...(tasks > 0 ? [counted(tasks, 'работа', 'работы', 'работ')] : []),
    ...(cohorts > 0 ? [counted(cohorts, cohortCalled('one'), cohortCalled('of'), cohortCalled('ofMany'))] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} и ${parts.at(-1)}` : (parts[0] ?? '')
}

/** The day on which everything returns: a day of Moscow, the same for readers in every time zone. */
export const returnDay = (until: string) => dayText(schoolDay(until))
