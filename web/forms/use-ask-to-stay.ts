import { useEffect } from 'react'

/** While something is on its way to the server the browser asks whether to close the page. */
export const useAskToStay = (isSaving: boolean) =>
  useEffect(() => {
    if (!isSaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSaving])
