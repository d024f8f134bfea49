import { useEffect, useMemo, useRef } from 'react'
import type {
  ContentRow,
  FieldValue,
  OrganisationContent,
  ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import { randomId } from '#web/data/random-id.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import {
  bringRowBack,
  changeRow,
  maxRows,
  moveRow,
  removeRow,
  rowsOf,
  settledRows,
  withHidden,
  withRows,
  withValue,
} from '#web/organisation/editing/content-rows.ts'
import { sayNoRoom } from '#web/organisation/editing/say-no-room.ts'
import { toast } from '#web/ui/toasts.ts'

/** What can be done to the rows of a block; the same object for as long as the page is edited. */
export interface BlockEdits {
  setValue: (key: string, field: string, value: FieldValue | null) => void
  /** The only row of a block of facts. */
  setFact: (field: string, value: FieldValue | null) => void
  /** Adds a row at the end; returns its key. */
  add: (values?: ContentRow['values']) => string
  move: (key: string, to: number) => void
  /** It can be taken back. */
  remove: (key: string, name: string) => void
  hide: (key: string, hidden: boolean) => void
}

/** Changes the rows of a block as they are by now. */
export const useBlockEdits = (
  draft: OpenDraft<OrganisationContent>,
  block: string,
  platform: ShownRow[] | undefined,
): BlockEdits => {
  const known = useRef(platform)
  useEffect(() => {
    known.current = platform
  }, [platform])
  return useMemo(() => {
    const change = (step: (rows: ContentRow[]) => ContentRow[]) => {
      const content = draft.get().value
      draft.change(withRows(content, block, step(rowsOf(content, block))))
    }
    /** The same with every row of the platform in its place. */
    const changeAll = (step: (rows: ContentRow[]) => ContentRow[]) =>
      change((rows) => step(settledRows(rows, known.current)))
    return {
      setValue: (key, field, value) => changeAll((rows) => changeRow(rows, key, (row) => withValue(row, field, value))),
      setFact: (field, value) => change(([row = { id: block, values: {} }]) => [withValue(row, field, value)]),
      add: (values = {}) => {
        const row = { id: randomId(), values }
        changeAll((rows) => [...rows, row])
        return row.id
      },
      move: (key, to) => changeAll((rows) => moveRow(rows, key, to)),
      remove: (key, name) => {
        const rows = settledRows(rowsOf(draft.get().value, block), known.current)
        const place = rows.findIndex(({ id, from }) => (from ?? id) === key)
        const row = rows[place]
        if (!row) return
        changeAll((rows) => removeRow(rows, key))
        const putBack = () => {
          const rows = settledRows(rowsOf(draft.get().value, block), known.current)
          const next = bringRowBack(rows, row, place)
          if (next.length > maxRows) sayNoRoom(name, maxRows, putBack)
          else changeAll(() => next)
        }
        toast({
          severity: 'info',
          summary: 'Строка убрана',
          detail: name,
          action: { label: 'Вернуть', onClick: putBack },
        })
      },
      hide: (key, hidden) => changeAll((rows) => changeRow(rows, key, (row) => withHidden(row, hidden))),
    }
  }, [draft, block])
}
