import { useMemo } from 'react'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { columnsWithin, dayOf, type TableColumn } from '#contract/journal/journal-columns.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'
import { keyOfColumn } from '#web/journal/grid-places.ts'

/**
 * The columns that are shown: those of a period, or all of them, and the one with the open cell. It may be moved to
 * another period while somebody types in it.
 */
export const shownColumns = (
  journal: Pick<Journal, 'assignments' | 'quizzes' | 'periods'>,
  period: JournalPeriod | undefined,
  openedKey: string | null,
): TableColumn[] => {
  const chosen = new Set(columnsWithin(journal, period).map(keyOfColumn))
  return columnsWithin(journal, undefined).filter((column) => {
    const key = keyOfColumn(column)
    return chosen.has(key) || key === openedKey
  })
}

/** The closed period that an assignment or a quiz counts in. */
export const lockOf = (column: TableColumn, periods: JournalPeriod[]) =>
  column.kind === 'total' ? undefined : periods.find((period) => period.locked && isInPeriod(dayOf(column), period))

/**
 * The columns that are shown, each with the closed period it counts in. They stay the same while nothing of them
 * changes: most cells that are opened are in columns that are shown anyway.
 */
export const useColumns = (journal: Journal, period: JournalPeriod | undefined, openedKey: string | null) => {
  const chosen = useMemo(() => columnsWithin(journal, period), [journal, period])
  const isShown = openedKey === null || chosen.some((column) => keyOfColumn(column) === openedKey)
  const moved = isShown ? null : openedKey
  const columns = useMemo(
    () => (moved === null ? chosen : shownColumns(journal, period, moved)),
    [chosen, journal, period, moved],
  )
  const locks = useMemo(() => columns.map((column) => lockOf(column, journal.periods)), [columns, journal.periods])
  return { columns, locks }
}
