import { useEffect, useState } from 'react'

/** Until the app has drawn, the page is the one that the server drew. */
let isServed = true

/**
 * Whether somebody has unfolded a `details` while the page was still the server's: the app draws over it, and what was
 * open stays open. Says how to draw it first; from then on the element itself knows.
 */
export const useUnfolded = (selector: string) => {
  const [unfolded] = useState(
    () => isServed && typeof document !== 'undefined' && document.querySelector(`${selector}[open]`) !== null,
  )
  useEffect(() => {
    isServed = false
  }, [])
  return unfolded
}
