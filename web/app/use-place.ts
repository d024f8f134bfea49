import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Max time, in milliseconds: what comes later no longer moves the reader. */
const patienceMs = 10_000

/** For how long the place is marked, in milliseconds. */
const markedMs = 2500

/** The id after `#` in the address; null without one. */
export const usePlaceInAddress = () => useRouterState({ select: ({ location }) => location.hash || null })

/** Unfolds what the element is folded in, brings it into sight, marks it for a moment and gives it the focus. */
const point = (element: HTMLElement) => {
  const inner = element.querySelector<HTMLDetailsElement>(':scope > details')
  if (inner) inner.open = true
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: element.offsetHeight < innerHeight / 2 ? 'center' : 'start' })
  element.dataset.pointed = ''
  setTimeout(() => delete element.dataset.pointed, markedMs)
}

/**
 * Leads to the element that the address names after `#`, also when it comes after the page. Each navigation leads there
 * once; a reader who has begun to scroll or type is left alone.
 */
export const usePlace = () => {
  const reached = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const place = reached?.hash
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link leads there again
  useEffect(() => {
    if (!place) return
    const find = () => {
      const element = document.getElementById(place)
      if (!element) return
      stop()
      point(element)
    }
    const observer = new MutationObserver(find)
    const timer = setTimeout(() => stop(), patienceMs)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const name of ['wheel', 'touchmove', 'keydown']) removeEventListener(name, stop)
    }
    for (const name of ['wheel', 'touchmove', 'keydown']) addEventListener(name, stop, { passive: true })
    observer.observe(document.body, { childList: true, subtree: true })
    find()
    return stop
  }, [place, reached])
}
