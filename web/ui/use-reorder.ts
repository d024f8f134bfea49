import { type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type RowId, type Steps, useSteps } from '#web/ui/use-steps.ts'

/** What the buttons and the handle of a row do; the same object for as long as the list is shown. */
export interface Moves<Id extends RowId> extends Steps<Id> {
  /** Begins to drag the row of the handle that was pressed. */
  drag(event: ReactPointerEvent, id: Id): void
}

interface Order<Id extends RowId> {
  /** The rows as they are drawn. */
  ids: Id[]
  /** The name of a row in announcements. */
  nameOf: (id: Id) => string
  /** Moves a row to a place, counted from 0; a dragged row once for each row that it passes. */
  move: (id: Id, to: number) => void
  /** A dragged row was dropped. */
  onDrop?: () => void
}

/** The place in a list where a pointer is: that of the row under it. */
const placeAt = (list: Element, y: number) => {
  const rows = [...list.children].map((row) => row.getBoundingClientRect())
  const place = rows.findIndex(({ bottom }) => y < bottom)
  return place < 0 ? rows.length - 1 : place
}

/**
 * Puts the rows of a list in order: by `MoveButtons`, or by dragging a `DragHandle` with mouse, pen or finger. Show
 * `announced` in an element with `role="status"`.
 */
export const useReorder = <Id extends RowId>(order: Order<Id>) => {
  const latest = useRef(order)
  useLayoutEffect(() => {
    latest.current = order
  })
  const { steps, announced, announce } = useSteps<Id>({
    order: order.ids.join('\n'),
    step: (id, way) => {
      const { ids, nameOf, move } = order
      const to = ids.indexOf(id) + way
      if (to < 0 || to >= ids.length) return null
      const name = nameOf(id)
      move(id, to)
      return `${name}: место ${to + 1} из ${ids.length}`
    },
  })
  const [dragged, setDragged] = useState<Id | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const moves: Moves<Id> = useMemo(() => {
    const drag = (event: ReactPointerEvent, id: Id) => {
      const list = event.currentTarget.closest('ul, ol')
      if (!list || event.button !== 0) return
      event.preventDefault()
      setDragged(id)
      const follow = ({ clientY }: PointerEvent) => {
        const { ids, move } = latest.current
        const to = placeAt(list, clientY)
        if (ids.indexOf(id) !== to) move(id, to)
      }
      end.current = () => {
        removeEventListener('pointermove', follow)
        removeEventListener('pointerup', end.current)
        removeEventListener('pointercancel', end.current)
        end.current = () => {}
        setDragged(null)
        latest.current.onDrop?.()
      }
      // on the window: the row itself changes its place in the document meanwhile
      addEventListener('pointermove', follow)
      addEventListener('pointerup', end.current)
      addEventListener('pointercancel', end.current)
    }
    return { ...steps, drag }
  }, [steps])
  return { moves, dragged, announced, announce }
}
