import { type RefObject, useEffect, useState } from 'react'
import { readText, type TextMap } from '#web/anchors/text-map.ts'

const isSame = (one: TextMap, other: TextMap) =>
  one.text === other.text &&
  one.pieces.length === other.pieces.length &&
  one.pieces.every(({ node }, index) => node === other.pieces[index]?.node)

/** The plain text of the element's content, read again whenever the content is drawn again. */
export const useTextMap = (box: RefObject<HTMLElement | null>) => {
  const [map, setMap] = useState<TextMap | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => {
      const text = element.querySelector('.rich-text')
      const next = text && readText(text)
      // a player in the text that counts its seconds changes nothing of it
      setMap((before) => (before && next && isSame(before, next) ? before : next))
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [box])
  return map
}
