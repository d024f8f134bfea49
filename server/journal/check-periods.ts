import type { FieldErrors } from '#contract/http/problem.ts'
import type { Period } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { holdPeriods, listLockedPeriods } from '#server/journal/periods.repo.ts'

/** 409 that says which period is closed, and who opens it; `fields` are those that are refused for it. */
export const closedPeriod = ({ name }: Pick<Period, 'name'>, fields?: FieldErrors) =>
  new Refusal('conflict', {
    detail: `Период «${name}» в этом журнале закрыт: оценки и итоги в нём не меняются. Открыть его может куратор.`,
    ...(fields && { fields }),
  })

/** Why a field is refused in a closed period. */
const closedReason = ({ name }: Pick<Period, 'name'>) => `период «${name}» закрыт`

/**
 * Holds the periods of a course, and returns a check of days of its cells: 409 for one in a closed period. Where each
 * day is that of a field of the call, the refusal names the fields: the others may be sent without them. Call it first
 * in the transaction.
 */
export const holdOpenPeriods = async (tx: Db, courseId: number) => {
  await holdPeriods(tx, courseId, 'cells')
  const locked = await listLockedPeriods(tx, courseId)
  return (days: string[], fields?: string[]) => {
    const closed = days.flatMap((day, index) => {
      const period = locked.find((period) => isInPeriod(day, period))
      return period ? [{ period, field: fields?.[index] ?? '' }] : []
    })
    const [first] = closed
    if (!first) return
    const named = closed.map(({ period, field }) => [field, [closedReason(period)]])
    throw closedPeriod(first.period, fields && Object.fromEntries(named))
  }
}
