import { useRef } from 'react'
import type { RowToolsProps } from '#web/ui/RowTools.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

/** What is needed of a form of @mantine/form. */
interface ListForm<Row> {
  insertListItem: (path: string, row: Row, place?: number) => void
  removeListItem: (path: string, place: number) => void
  reorderListItem: (path: string, move: { from: number; to: number }) => void
}

/**
 * Rows of a form that are put in order, added and removed; the focus goes to the row that was added, or to the one in
 * the place of what was removed. Each row is in an element with `data-key`, its buttons are a `RowTools`, the button
 * that adds a row has `data-add` with the path. Show `announced` in an element with `role="status"`.
 */
export const useEditedRows = <Row extends { key: string }>({
  form,
  path,
  rows,
  name,
  tell,
}: {
  form: ListForm<Row>
  /** The path of the list in the form. */
  path: string
  rows: Row[]
  /** The word for one of them: «вариант». */
  name: string
  /** Returns the message after a row was removed, with a way back; null for a row that nobody will miss. */
  tell?: (row: Row) => { summary: string; detail?: string } | null
}) => {
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(root)
  const placeOf = (key: string) => rows.findIndex((row) => row.key === key)
  const nameAt = (place: number) => `${name} ${place + 1}`
  const { moves, dragged, announced } = useReorder({
    ids: rows.map(({ key }) => key),
    nameOf: (key) => nameAt(placeOf(key)),
    move: (key, to) => form.reorderListItem(path, { from: placeOf(key), to }),
  })
  const remove = (place: number) => {
    const [removed, next] = [rows[place], rows[place + 1] ?? rows[place - 1]]
    if (!removed) return
    focusNext(next ? `[data-key="${next.key}"] [data-remove]` : `[data-add="${path}"]`)
    form.removeListItem(path, place)
    const message = tell?.(removed)
    if (message)
      toast({
        severity: 'info',
        ...message,
        action: { label: 'Вернуть', onClick: () => form.insertListItem(path, removed, place) },
      })
  }
  return {
    root,
    moves,
    dragged,
    announced,
    /** Adds a row at the end; `field` is the selector of what gets the focus in it. */
    add: (row: Row, field: string) => {
      focusNext(`[data-key="${row.key}"] ${field}`)
      form.insertListItem(path, row)
    },
    toolsOf: ({ key }: Row, place: number): RowToolsProps => ({
      moves,
      id: key,
      name: nameAt(place),
      first: place === 0,
      last: place === rows.length - 1,
      onRemove: () => remove(place),
    }),
  }
}
