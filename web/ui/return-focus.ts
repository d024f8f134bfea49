import { useLayoutEffect, useState } from 'react'

/** For a dialog that is mounted open: gives the focus back to where it was as the dialog leaves. */
export const useReturnFocus = () => {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      // before any key that is pressed next, yet after React's change of the page, during which it handles no events
      queueMicrotask(() => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true }))
    },
    [before],
  )
}
