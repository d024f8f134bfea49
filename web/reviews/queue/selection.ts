import { useCallback, useEffect, useRef, useState } from 'react'
import { maxBulk } from '#contract/reviews/reviews.schema.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { toast } from '#web/ui/toasts.ts'

/** The tasks that are selected for an act on many, as the queue showed them. */
export interface Selection {
  rows: TaskRow[]
  has: (id: number) => boolean
  /** Selects a row or lets it go; with `range` also everything from the row that was touched last. Always the same function. */
  toggle: (row: TaskRow, range?: boolean) => void
  /** Selects the whole page, or lets it go when all of it is selected. */
  togglePage: () => void
  isPageSelected: boolean
  clear: () => void
}

/** The selection among the rows of the queue; rows of other pages stay in it. `scope` names what the queue shows: another one has a selection of its own. */
export const useSelection = (page: TaskRow[], scope: string): Selection => {
  const [kept, setKept] = useState<{ scope: string; rows: Map<number, TaskRow> }>({ scope, rows: new Map() })
  const last = useRef<number | null>(null)
  const rows = kept.scope === scope ? kept.rows : new Map<number, TaskRow>()
  const set = (next: Map<number, TaskRow>) => {
    const fitting = new Map([...next].slice(0, maxBulk))
    if (fitting.size < next.size)
      toast({ severity: 'info', summary: `За раз можно выбрать не больше ${maxBulk} работ`, key: 'selection' })
    setKept({ scope, rows: fitting })
  }
  const isPageSelected = page.length > 0 && page.every(({ id }) => rows.has(id))
  const toggle: Selection['toggle'] = (row, range = false) => {
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
    // what the queue knows by now goes before what was known when the row was selected
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
    clear: () => {
      last.current = null
      setKept({ scope, rows: new Map() })
    },
  }
}
