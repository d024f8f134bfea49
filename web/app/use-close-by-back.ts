import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** The dialogs that are open, the upper ones last. */
const open: symbol[] = []

/** While a dialog is open «Back» closes it and the page stays, as on a phone; of several the uppermost. */
export const useCloseByBack = (onClose: () => void, isOpen = true) => {
  const { history } = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const dialog = Symbol()
    open.push(dialog)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }: { action: string }) => {
        if (action !== 'BACK' || open.at(-1) !== dialog) return false
        close()
        return true
      },
    })
    return () => {
      open.splice(open.indexOf(dialog), 1)
      unblock()
    }
  }, [history, isOpen])
}
