import { type RefObject, useEffect, useState } from 'react'
import { readText, type TextMap } from '#web/anchors/text-map.ts'

/** The plain text of what is drawn inside, read anew whenever it is drawn anew. */
export const useTextMap = (box: RefObject<HTMLElement | null>) => {
  const [map, setMap] = useState<TextMap | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => {
      const text = element.querySelector('.rich-text')
      setMap(text && readText(text))
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [box])
  return map
}
