import { type RefObject, useEffect } from 'react'

/**
 * Keeps the head of a table that scrolls in a frame of its own below the site's header when the page scrolls the frame
 * past it:
 * `--head-shift` of the frame, in pixels, is where the head sticks.
 */
export const useHeadShift = (frame: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      const header = Number.parseFloat(getComputedStyle(element).getPropertyValue('--header-px')) || 0
      const head = element.querySelector('thead')?.getBoundingClientRect().height ?? 0
      const { top, height } = element.getBoundingClientRect()
      const shift = Math.min(Math.max(0, header - top), Math.max(0, height - head))
      element.style.setProperty('--head-shift', `${shift}px`)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [frame])
}
