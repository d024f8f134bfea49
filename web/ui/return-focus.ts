import { useLayoutEffect, useState } from 'react'

/** Where the focus is on its way to, from a dialog that left in the same step. */
let returning: Element | null = null

/**
 * For a dialog that is mounted open: gives the focus back to where it was as the dialog leaves; unless `wanted` is
 * false, or the focus has moved out of the dialog already.
 */
export const useReturnFocus = (wanted = true) => {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (!wanted) return
    // one dialog follows another: what had the focus in the first is gone with it, or had lost it to the body as it was
    // disabled while the first was being saved
    const target = before?.isConnected && before !== document.body ? before : returning
    return () => {
      returning = target
      // before any key that is pressed next, yet after React's change of the page, during which it handles no events
      queueMicrotask(() => {
        returning = null
        if (document.activeElement !== document.body) return
        if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
      })
    }
  }, [before, wanted])
}
