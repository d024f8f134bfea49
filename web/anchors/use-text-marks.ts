import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'
import { findQuote, rangeAt, type TextMap } from '#web/anchors/text-map.ts'

/** A remark on a passage or a picture of the text. */
export interface TextMark {
  remark: PlacedRemark
  range: Range
}

/** The link of a picture in the text, which shows it large. */
const pictureIn = (box: HTMLElement, fileId: string) =>
  box.querySelector<HTMLAnchorElement>(`a.picture[href^="/files/${fileId}"]`)

const rangeOf = (box: HTMLElement, map: TextMap, { anchor }: PlacedRemark) => {
  if (anchor?.kind === 'text') {
    const place = findQuote(map.text, anchor)
    return place && rangeAt(map, place.start, place.end)
  }
  const picture = anchor?.kind === 'image' ? pictureIn(box, anchor.file_id) : null
  if (!picture) return null
  const range = document.createRange()
  range.selectNode(picture)
  return range
}

/** The remarks whose passages or pictures can be found in the text. */
export const useTextMarks = (
  box: RefObject<HTMLElement | null>,
  map: TextMap | null,
  remarks: readonly PlacedRemark[],
) =>
  useMemo(
    () =>
      remarks.flatMap((remark): TextMark[] => {
        const range = box.current && map && rangeOf(box.current, map, remark)
        return range ? [{ remark, range }] : []
      }),
    [box, map, remarks],
  )

/** Colours ranges under a name of the style sheet; older browsers go without, the numbers beside the text stay. */
export const useHighlight = (name: string, ranges: readonly Range[]) => {
  useEffect(() => {
    if (!('highlights' in CSS) || ranges.length === 0) return
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    if (name === 'remark-shown') highlight.priority = 1
    CSS.highlights.set(name, highlight)
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [name, ranges])
}

/** The distance between the numbers of one line, in pixels. */
const step = 26

/** How far from the top of the box each mark begins, in pixels; those of one line are put below each other. */
export const useMarkTops = (box: RefObject<HTMLElement | null>, marks: readonly TextMark[]) => {
  const [tops, setTops] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const element = box.current
    // most tasks have none: to measure would lay the page out before it is shown
    if (!element || marks.length === 0) return
    const measure = () => {
      const from = element.getBoundingClientRect().top
      const places = marks
        .map(({ remark, range }) => ({ key: remark.key, rect: range.getClientRects()[0] }))
        .flatMap(({ key, rect }) => (rect ? [{ key, top: rect.top - from + rect.height / 2 - 12 }] : []))
        .toSorted((a, b) => a.top - b.top)
      let last = Number.NEGATIVE_INFINITY
      setTops(
        new Map(
          places.map(({ key, top }) => {
            last = Math.max(top, last + step)
            return [key, last]
          }),
        ),
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, marks])
  return tops
}

/** The mark at a point of the window. */
export const markAt = (marks: readonly TextMark[], x: number, y: number) =>
  marks.find(
    ({ remark, range }) =>
      remark.anchor?.kind === 'text' &&
      [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      ),
  )
