import { isInPeriod } from '#contract/journal/totals.ts'
import type { Statement, StatementCourse, StatementLine } from '#contract/statements/statements.schema.ts'

/** The value in the address while no course is chosen. */
const none = 'none'

/** The ids of the courses that the address names; all of them where it names none. */
export const chosenIds = (word: string | undefined, courses: { id: number }[]) => {
  const named = new Set((word ?? '').split(','))
  return new Set(courses.flatMap(({ id }) => (!word || named.has(String(id)) ? id : [])))
}

/** How the address names these courses; nothing for all of them. */
export const wordOf = (ids: Set<number>, courses: { id: number }[]) => {
  if (ids.size === 0) return none
  return ids.size === courses.length ? undefined : [...ids].join(',')
}

const isWithin = (line: StatementLine, period: Statement['periods'][number], periods: Statement['periods']) => {
  if (line.kind !== 'total') return isInPeriod(line.day, period)
  const own = periods.find(({ id }) => id === line.period_id)
  return own !== undefined && period.from <= own.from && own.to <= period.to
}

/**
 * The chosen courses, of one period with their marks of it, with its totals and those of terms within it; a course
 * without any is left out then.
 */
export const chosenCourses = (
  { courses, periods }: Pick<Statement, 'courses' | 'periods'>,
  ids: Set<number>,
  period: Statement['periods'][number] | undefined,
): StatementCourse[] => {
  const chosen = courses.filter(({ id }) => ids.has(id))
  if (!period) return chosen
  return chosen
    .map((course) => ({ ...course, lines: course.lines.filter((line) => isWithin(line, period, periods)) }))
    .filter(({ lines }) => lines.length > 0)
}
