/** A day in an address, as `2026-03-01`. */
export const dayOf = (text: string | undefined) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** An id in an address. */
export const idOf = (text: string | undefined) => (Number(text) > 0 ? Math.trunc(Number(text)) : undefined)

/** The moment at which a day of the reader's clock begins, `days` later. */
export const beginning = (day: string | undefined, days: number) => {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date + days)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
