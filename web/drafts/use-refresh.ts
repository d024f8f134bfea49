import { useEffect, useEffectEvent } from 'react'

/** Asks the server again when somebody comes back to the page, perhaps from another device. */
export const useRefresh = (refresh: () => void) => {
  const look = useEffectEvent(() => {
    if (!document.hidden) refresh()
  })
  useEffect(() => {
    const onReturn = () => look()
    document.addEventListener('visibilitychange', onReturn)
    addEventListener('online', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('online', onReturn)
    }
  }, [])
}
