import { type RefObject, useEffect, useState } from 'react'

/** What is drawn of a long table: from `start` up to `end`. */
export interface Drawn {
  start: number
  end: number
}

/** What is drawn, with a row or column whose cell is open: what is typed in it outlives scrolling. */
export const including = ({ start, end }: Drawn, opened: number | null | undefined): Drawn =>
  opened === null || opened === undefined || opened < 0
    ? { start, end }
    : { start: Math.min(start, opened), end: Math.max(end, opened + 1) }

/** How the rows or the columns of a table are drawn. */
interface Measure {
  /** Up to this many, all are drawn. */
  whole: number
  /** This many stay drawn before and after what is seen. */
  margin: number
  /** The window moves by this many, so that most steps of scrolling draw nothing. */
  step: number
  /** What the first look finds, before the frame was measured. */
  shown: number
  /** How far the frame is scrolled, how much of it is seen, and the size of each, in pixels. */
  look: (frame: HTMLElement) => { scrolled: number; seen: number; size: number }
}

/** Rows or columns that are drawn: those in sight of the table's scrolling frame, and some more. */
const useWindow = (
  frame: RefObject<HTMLElement | null>,
  count: number,
  { whole, margin, step, shown: shownFirst, look: measure }: Measure,
): Drawn => {
  const isWhole = count <= whole
  const [first, setFirst] = useState(0)
  const [shown, setShown] = useState(shownFirst)
  useEffect(() => {
    const element = frame.current
    if (isWhole || !element) return
    const look = () => {
      const { scrolled, seen, size } = measure(element)
      setFirst(Math.floor(scrolled / size / step) * step)
      setShown(Math.ceil(seen / size) + step - 1)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [frame, isWhole, measure, step])
  if (isWhole) return { start: 0, end: count }
  const start = Math.max(0, Math.min(first, count - shown) - margin)
  return { start, end: Math.min(count, start + shown + 2 * margin) }
}

/** The height of a row in pixels, as in the style sheet. */
export const rowHeight = 70

/** The width of a column of the table in the frame, in pixels, as in its style sheet. */
export const columnWidth = (frame: HTMLElement) => {
  const table = frame.querySelector('table')
  return Number.parseFloat((table && getComputedStyle(table).getPropertyValue('--cells')) || '') || 156
}

const rows: Measure = {
  whole: 60,
  margin: 5,
  step: 1,
  shown: 10,
  look: ({ scrollTop, clientHeight }) => ({ scrolled: scrollTop, seen: clientHeight, size: rowHeight }),
}

const columns: Measure = {
  whole: 24,
  margin: 3,
  step: 4,
  shown: 12,
  look: (frame) => ({ scrolled: frame.scrollLeft, seen: frame.clientWidth, size: columnWidth(frame) }),
}

/** The rows of a long table that are drawn. */
export const useRowWindow = (frame: RefObject<HTMLElement | null>, count: number) => useWindow(frame, count, rows)

/** The columns of a wide one. */
export const useColumnWindow = (frame: RefObject<HTMLElement | null>, count: number) => useWindow(frame, count, columns)
