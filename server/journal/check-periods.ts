import type { FieldErrors } from '#contract/http/problem.ts'
import type { Period } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { holdPeriods, listLockedPeriods } from '#server/journal/periods.repo.ts'

/** Why a field is refused in a closed period. */
const closedReason = ({ name }: Pick<Period, 'name'>) => `период «${name}» закрыт`

/**
 * 409 that says which period is closed, and who opens it; none where nothing is closed. It names the fields of the call
 * that are refused for it: the others may be sent without them.
 */
export const refuseClosed = (closed: { period: Pick<Period, 'name'>; field?: string | undefined }[]) => {
  const [first] = closed
  if (!first) return
  const fields = closed.flatMap(({ period, field }) => (field ? [{ [field]: [closedReason(period)] }] : []))
  throw new Refusal('conflict', {
    detail: `Период «${first.period.name}» в этом журнале закрыт: оценки и итоги в нём не меняются. Открыть его может куратор.`,
    ...(fields.length > 0 && { fields: Object.assign({}, ...fields) as FieldErrors }),
  })
}

/**
 * Holds the periods of a course, and returns a check of days of its cells: 409 for one in a closed period. `fields` are
 * those of the call that the days belong to. Call it first in the transaction.
 */
export const holdOpenPeriods = async (tx: Db, courseId: number) => {
  await holdPeriods(tx, courseId, 'cells')
  const locked = await listLockedPeriods(tx, courseId)
  return (days: string[], fields?: string[]) =>
    refuseClosed(
      days.flatMap((day, index) => {
        const period = locked.find((period) => isInPeriod(day, period))
        return period ? [{ period, field: fields?.[index] }] : []
      }),
    )
}
