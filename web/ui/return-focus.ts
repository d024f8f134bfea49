import { useEffect, useState } from 'react'

/** For a dialog that is mounted open: gives the focus back to where it was once the dialog is gone. */
export const useReturnFocus = () => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // after the dialog's own trap has let go
      setTimeout(() => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true }))
    },
    [before],
  )
}
