import type { Period } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { holdPeriods, listLockedPeriods } from '#server/journal/periods.repo.ts'

/** 409 that says which period is closed, and who opens it. */
export const closedPeriod = ({ name }: Pick<Period, 'name'>) =>
  new Refusal('conflict', {
    detail: `Период «${name}» в этом журнале закрыт: оценки и итоги в нём не меняются. Открыть его может куратор.`,
  })

/**
 * Holds the periods of a course, and returns a check of days of its cells: 409 for one in a closed period. Call it
 * first in the transaction.
 */
export const holdOpenPeriods = async (tx: Db, courseId: number) => {
  await holdPeriods(tx, courseId, 'cells')
  const locked = await listLockedPeriods(tx, courseId)
  return (days: string[]) => {
    const closed = locked.find((period) => days.some((day) => isInPeriod(day, period)))
    if (closed) throw closedPeriod(closed)
  }
}
