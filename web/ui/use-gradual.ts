import { startTransition, useEffect, useState } from 'react'

/** Cards that are drawn at once: more than a screen has, and few enough for nobody to wait. */
const step = 48

/** What the page may do between two steps, in milliseconds. */
const pauseMs = 50

/**
 * How many of a list's cards are drawn by now: those of a first screen at once, the others bit by bit, so that a long list
 * neither keeps the page waiting nor hides anything from the browser's own search.
 */
export const useGradual = (count: number) => {
  const [drawn, setDrawn] = useState(step)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + step)), pauseMs)
    return () => clearTimeout(timer)
  }, [drawn, count])
  return drawn
}
