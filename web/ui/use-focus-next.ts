import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For acts that change what is shown: the focus goes to what a selector names, as soon as that is drawn. */
export const useFocusNext = (root: RefObject<HTMLElement | null>) => {
  const next = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!next.current) return
    const found = root.current?.querySelector<HTMLElement>(next.current)
    if (!found) return
    next.current = undefined
    found.focus()
  })
  return (selector: string) => {
    next.current = selector
  }
}
