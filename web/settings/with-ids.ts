import type { Period, PeriodInput } from '#contract/journal/periods.schema.ts'
import type { PeriodRow } from '#web/settings/period-templates.ts'

const isSame = (period: Period, row: PeriodRow) =>
  (['kind', 'name', 'from', 'to'] as const).every((field) => period[field] === row[field])

/**
 * The rows of the form as they are saved over the `known` periods. A row without an id of these is the period that is the
 * same, if there is one: its first save may have lost its response, and a second period would take its place.
 */
export const withIds = (rows: PeriodRow[], known: Period[]): PeriodInput[] => {
  const knownIds = new Set(known.map(({ id }) => id))
  const used = new Set(rows.flatMap(({ id }) => id ?? []))
  return rows.map((row) => {
    const { key: _, id, ...period } = row
    if (id !== undefined && knownIds.has(id)) return { ...period, id }
    const same = known.find((other) => !used.has(other.id) && isSame(other, row))
    return same ? { ...period, id: same.id } : period
  })
}
