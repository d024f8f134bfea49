import { useLayoutEffect, useRef } from 'react'

/** Room below what sticks, in pixels. */
const below = 24

/**
 * For a sticky element that may be taller than the window: it sticks by its top while it fits, by its bottom when it
 * does not, so that all of it can be read by scrolling the page. Sets `--sticky-top` on the element, from `top` pixels
 * up.
 */
export const useStickyTop = <E extends HTMLElement>(top: number, bottom = 0) => {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const sticky = element.current
    if (!sticky) return
    const place = () =>
      sticky.style.setProperty('--sticky-top', `${Math.min(top, innerHeight - sticky.offsetHeight - bottom - below)}px`)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(sticky)
    addEventListener('resize', place)
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
    }
  }, [top, bottom])
  return element
}
