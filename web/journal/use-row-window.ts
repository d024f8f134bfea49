import { type RefObject, useEffect, useState } from 'react'

/** Rows that stay drawn above and below what is seen. */
const margin = 5

/** Tables this long are drawn whole. */
const wholeTable = 60

/** Rows of a long table that are drawn: those in sight of its scrolling frame, `rowHeight` pixels each, and some more. */
export const useRowWindow = (frame: RefObject<HTMLElement | null>, count: number, rowHeight: number) => {
  const whole = count <= wholeTable
  const [first, setFirst] = useState(0)
  const [shown, setShown] = useState(10)
  useEffect(() => {
    const element = frame.current
    if (whole || !element) return
    const look = () => {
      setFirst(Math.floor(element.scrollTop / rowHeight))
      setShown(Math.ceil(element.clientHeight / rowHeight))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [frame, whole, rowHeight])
  if (whole) return { start: 0, end: count }
  const start = Math.max(0, Math.min(first, count - shown) - margin)
  return { start, end: Math.min(count, start + shown + 2 * margin) }
}
