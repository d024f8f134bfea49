import type { JournalPeriod, JournalTotal } from '#contract/journal/periods.schema.ts'
import { isInPeriod, termsOf } from '#contract/journal/totals.ts'
import type { CoursePeriod } from '#server/journal/periods.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** A total that was set. */
export interface SetTotal {
  period_id: number
  student_id: number
  score: number
  basis: number | null
}

/**
 * The periods that a course is in: those with one of these days or with a total, closed ones, and with each year or
 * term all of its year. `days` are those of its columns, and today.
 */
export const periodsOfCourse = (all: CoursePeriod[], days: Iterable<string>, totals: SetTotal[]): JournalPeriod[] => {
  const known = [...new Set(days)]
  const used = new Set(totals.map(({ period_id }) => period_id))
  const isUsed = (period: CoursePeriod) =>
    period.locked_at !== null || used.has(period.id) || known.some((day) => isInPeriod(day, period))
  const shown = new Set(all.filter(isUsed).map(({ id }) => id))
  for (const year of all.filter(({ kind }) => kind === 'year')) {
    const parts = [year, ...termsOf(year, all)]
    if (parts.some(({ id }) => shown.has(id))) for (const { id } of parts) shown.add(id)
  }
  return all.flatMap(({ locked_by, ...period }) =>
    shown.has(period.id)
      ? [{ ...period, locked: period.locked_at !== null, locked_by: locked_by && presentPerson(locked_by) }]
      : [],
  )
}

/** Finds what was set by period and student. */
export const totalsByPlace = (totals: SetTotal[]) => {
  const found = new Map(totals.map((total) => [`${total.period_id}:${total.student_id}`, total]))
  return (periodId: number, studentId: number) => found.get(`${periodId}:${studentId}`)
}

/** The total of a student for a period. */
export const presentTotal = (periodId: number, set: SetTotal | undefined, proposed: number | null): JournalTotal => ({
  period_id: periodId,
  score: set?.score ?? null,
  proposed,
  basis: set?.basis ?? null,
})
