import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#web/ui/toasts.ts'

/** The rows that are selected for an act on many, as the list showed them. */
export interface Selection<Row extends { id: number }> {
  rows: Row[]
  has: (id: number) => boolean
  /**
   * Selects a row or lets it go; with `range` also everything from the row that was touched last. Always the same
   * function.
   */
  toggle: (row: Row, range?: boolean) => void
  /** Selects the whole page, or lets it go when all of it is selected. */
  togglePage: () => void
  isPageSelected: boolean
  /** Selects rows that were selected before, as far as there is room, unless the list shows something else by now. */
  add: (rows: Row[]) => void
  clear: () => void
}

/**
 * The selection among the rows of a list; rows of other pages stay in it. `scope` names what the list shows: another
 * one has a selection of its own. `tooMany` says that no more than `max` can be selected.
 */
export const useSelection = <Row extends { id: number }>(
  page: Row[],
  scope: string,
  { max, tooMany }: { max: number; tooMany: string },
): Selection<Row> => {
  const [kept, setKept] = useState<{ scope: string; rows: Map<number, Row> }>({ scope, rows: new Map() })
  const last = useRef<number | null>(null)
  const rows = kept.scope === scope ? kept.rows : new Map<number, Row>()
  const set = (next: Map<number, Row>) => {
    const fitting = new Map([...next].slice(0, max))
    if (fitting.size < next.size) toast({ severity: 'info', summary: tooMany, key: 'selection' })
    setKept({ scope, rows: fitting })
  }
  const isPageSelected = page.length > 0 && page.every(({ id }) => rows.has(id))
  const toggle: Selection<Row>['toggle'] = (row, range = false) => {
    const next = new Map(rows)
    const [from, to] = [last.current, row.id].map((id) => page.findIndex((other) => other.id === id))
    const between =
      range && from !== undefined && to !== undefined && from >= 0
        ? page.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [row]
    const wanted = !rows.has(row.id)
    for (const other of between) {
      if (wanted) next.set(other.id, other)
      else next.delete(other.id)
    }
    last.current = row.id
    set(next)
  }
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  return {
    // what the list knows by now goes before what was known when the row was selected
    rows: [...rows.values()].map((row) => page.find(({ id }) => id === row.id) ?? row),
    has: (id) => rows.has(id),
    isPageSelected,
    toggle: useCallback((row, range) => latest.current(row, range), []),
    togglePage: () => {
      const next = new Map(rows)
      for (const row of page) {
        if (isPageSelected) next.delete(row.id)
        else next.set(row.id, row)
      }
      set(next)
    },
    add: (back) =>
      setKept((now) => {
        if (now.scope !== scope) return now
        const next = [...now.rows, ...back.map((row) => [row.id, row] as const)]
        return { scope, rows: new Map(next.slice(0, max)) }
      }),
    clear: () => {
      last.current = null
      setKept({ scope, rows: new Map() })
    },
  }
}
