import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** The place in a list where a pointer is: that of the row under it. */
const placeAt = (list: Element, y: number) => {
  const rows = [...list.children].map((row) => row.getBoundingClientRect())
  const place = rows.findIndex(({ bottom }) => y < bottom)
  return place < 0 ? rows.length - 1 : place
}

/** Puts the rows of a list in order by dragging a handle, with mouse, pen or finger; answers which row is being dragged. */
export const useDragOrder = (move: (id: string, to: number) => void) => {
  const [dragged, setDragged] = useState<string | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const begin = (event: ReactPointerEvent, id: string) => {
    const list = event.currentTarget.closest('ul')
    if (!list || event.button !== 0) return
    event.preventDefault()
    setDragged(id)
    // on the window: the row itself is put elsewhere in the document meanwhile
    const follow = ({ clientY }: PointerEvent) => move(id, placeAt(list, clientY))
    end.current = () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', end.current)
      removeEventListener('pointercancel', end.current)
      setDragged(null)
    }
    addEventListener('pointermove', follow)
    addEventListener('pointerup', end.current)
    addEventListener('pointercancel', end.current)
  }
  return { dragged, begin }
}
