import { useLayoutEffect, useRef } from 'react'

/** Sets the height of an element as the CSS variable `name` of its parent: for what sticks below it. */
export const useHeightVariable = <E extends HTMLElement>(name: `--${string}`) => {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(() =>
      measured.parentElement?.style.setProperty(name, `${measured.offsetHeight}px`),
    )
    observer.observe(measured)
    return () => observer.disconnect()
  }, [name])
  return element
}
