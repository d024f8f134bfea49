import '#web/notes/notes-marks.css'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import { rangeAt, type TextMap } from '#web/anchors/text-map.ts'
import { useHighlight } from '#web/anchors/use-text-marks.ts'
import { findPlaces } from '#web/notes/note.ts'

/** A quoted passage in the text of the lesson. */
export interface Mark {
  id: string
  start: number
  end: number
  range: Range
}

/** How long the passage that was asked for stands out, in milliseconds. */
const shownMs = 2500

/** Colours the quoted passages of the text; `shown` stands out for a moment. */
export const useMarks = (map: TextMap | null, highlights: readonly Highlight[], shown: { id: string } | null) => {
  const marks = useMemo(
    () =>
      map === null
        ? null
        : [...findPlaces(map.text, highlights)].flatMap(([id, { start, end }]): Mark[] => {
            const range = rangeAt(map, start, end)
            return range ? [{ id, start, end, range }] : []
          }),
    [map, highlights],
  )
  const ranges = useMemo(() => marks?.map(({ range }) => range) ?? [], [marks])
  const [passed, setPassed] = useState<object | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setPassed(shown), shownMs)
    return () => clearTimeout(timer)
  }, [shown])
  const current = useMemo(
    () =>
      shown && shown !== passed ? (marks ?? []).filter(({ id }) => id === shown.id).map(({ range }) => range) : [],
    [marks, shown, passed],
  )
  useHighlight('noted', ranges)
  useHighlight('noted-shown', current)
  return marks
}

/** Elements that handle clicks themselves. */
const ownClicks = 'a, button, input, textarea, select, label, summary, video, audio, [data-quiz], .film'

/** Calls `onPick` with the quoted passage that is clicked in the text, or null for anything else. */
export const useMarkClicks = (
  box: RefObject<HTMLElement | null>,
  marks: readonly Mark[] | null,
  onPick: (mark: Mark | null) => void,
) => {
  useEffect(() => {
    const element = box.current
    if (!element || !marks?.length) return
    const pick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      if (!document.getSelection()?.isCollapsed || (target as Element).closest(ownClicks)) return
      const isAt = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom
      onPick(marks.find(({ range }) => [...range.getClientRects()].some(isAt)) ?? null)
    }
    element.addEventListener('click', pick)
    return () => element.removeEventListener('click', pick)
  }, [box, marks, onPick])
}
