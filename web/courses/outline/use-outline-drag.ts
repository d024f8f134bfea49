import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { OutlineMove } from '#contract/courses/outline.schema.ts'

/** How near to the edge of the window the page begins to scroll, in pixels, and how fast. */
const edge = 70
const scrollStep = 12

/** Less than this is no drag, in pixels. */
const leastPixels = 5

type Kind = OutlineMove['kind']

/** The number in an attribute of an element: `null` when it is empty. */
const numberIn = (element: Element | null | undefined, name: string) => {
  const text = element?.getAttribute(name)
  return text ? Number(text) : null
}

const isAbove = (element: Element, y: number) => {
  const { top, bottom } = element.getBoundingClientRect()
  return y < (top + bottom) / 2
}

/** Where a lesson is dropped at this height: in which section, and after which lesson. */
const lessonTarget = (root: Element, id: number, y: number): OutlineMove | null => {
  const groups = [...root.querySelectorAll('[data-group]')]
  const group = groups.find((other) => y < other.getBoundingClientRect().bottom) ?? groups.at(-1)
  if (!group) return null
  const rows = [...group.querySelectorAll(`[data-lesson]:not([data-lesson="${id}"])`)]
  const below = rows.findIndex((row) => isAbove(row, y))
  const after = below < 0 ? rows.at(-1) : rows[below - 1]
  return { kind: 'lesson', id, section_id: numberIn(group, 'data-group'), after_id: numberIn(after, 'data-lesson') }
}

/** Where a section is dropped at this height. */
const sectionTarget = (root: Element, id: number, y: number): OutlineMove => {
  const groups = [...root.querySelectorAll(`[data-group]:not([data-group=""], [data-group="${id}"])`)]
  const below = groups.findIndex((group) => isAbove(group, y))
  const after = below < 0 ? groups.at(-1) : groups[below - 1]
  return { kind: 'section', id, after_id: numberIn(after, 'data-group') }
}

/**
 * Drags lessons and sections by their handles with mouse, pen or finger, to any place of the outline. Until it is
 * dropped only a mark shows where it would go; Escape ends it.
 */
export const useOutlineDrag = (onDrop: (move: OutlineMove) => void) => {
  const [move, setMove] = useState<OutlineMove | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])

  const begin = (event: ReactPointerEvent, kind: Kind, id: number) => {
    const root = event.currentTarget.closest('[data-outline]')
    if (!root || event.button !== 0) return
    event.preventDefault()
    let y = event.clientY
    let target: OutlineMove | null = null
    const follow = () => {
      target = kind === 'lesson' ? lessonTarget(root, id, y) : sectionTarget(root, id, y)
      setMove(target)
    }
    const listeners = new AbortController()
    let frame = 0
    const scroll = () => {
      const by = y < edge ? -scrollStep : y > innerHeight - edge ? scrollStep : 0
      if (by !== 0) {
        scrollBy(0, by)
        follow()
      }
      frame = requestAnimationFrame(scroll)
    }
    end.current = () => {
      listeners.abort()
      cancelAnimationFrame(frame)
      end.current = () => {}
      setMove(null)
    }
    const on = <Name extends keyof WindowEventMap>(name: Name, handle: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, handle, { signal: listeners.signal })
    on('pointermove', ({ clientY }) => {
      // a click on the handle moves nothing
      if (!target && Math.abs(clientY - event.clientY) < leastPixels) return
      y = clientY
      follow()
    })
    on('pointerup', () => {
      end.current()
      if (target) onDrop(target)
    })
    on('pointercancel', () => end.current())
    on('keydown', ({ key }) => key === 'Escape' && end.current())
    frame = requestAnimationFrame(scroll)
  }
  return { begin, move }
}
