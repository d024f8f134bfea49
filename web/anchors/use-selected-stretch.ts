import { type RefObject, useEffect, useState } from 'react'
import { stretchOf, type TextMap } from '#web/anchors/text-map.ts'
import { afterPaint } from '#web/ui/after-paint.ts'

/** What is selected in the text, and where that ends: pixels from the corner of the box. */
export interface SelectedStretch {
  start: number
  end: number
  quote: string
  left: number
  top: number
}

/** A selection that grows is looked at when it has stood still for so long, in milliseconds. */
const pauseMs = 120

const selectedIn = (box: HTMLElement, map: TextMap): SelectedStretch | null => {
  const selection = document.getSelection()
  const text = box.querySelector('.rich-text')
  if (!selection || !text || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!text.contains(range.commonAncestorContainer)) return null
  const stretch = stretchOf(map, range)
  const rect = [...range.getClientRects()].at(-1)
  if (!stretch || !rect) return null
  const corner = box.getBoundingClientRect()
  return { ...stretch, left: rect.right - corner.left, top: rect.bottom - corner.top }
}

/** The piece of the text that is selected with mouse, finger or keys; null while none is. */
export const useSelectedStretch = (box: RefObject<HTMLElement | null>, map: TextMap | null, wanted: boolean) => {
  const [selected, setSelected] = useState<SelectedStretch | null>(null)
  // what was selected before a remark was written must not be the subject of the next one
  if (!wanted && selected) setSelected(null)
  useEffect(() => {
    if (!wanted || !map) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => setSelected(box.current && selectedIn(box.current, map))
    const lookLater = () => {
      clearTimeout(timer)
      timer = setTimeout(look, pauseMs)
    }
    // something may be selected already; asking makes the browser lay out the page, which has yet to be painted
    void afterPaint().then(() => {
      if (!isOver) look()
    })
    document.addEventListener('selectionchange', lookLater)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('selectionchange', lookLater)
    }
  }, [box, map, wanted])
  return selected
}
