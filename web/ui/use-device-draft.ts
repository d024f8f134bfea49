import { useCallback, useEffect, useState } from 'react'
import { readTyped, writeDevice } from '#web/ui/device-store.ts'

/**
 * What a person types, kept on the device under `key` until `clear`: for texts that the server gets only when they
 * are finished. Another key brings its own text; what is typed in another tab is shown in this one. `clear(sent)` leaves
 * what has been typed since that was sent.
 */
export const useDeviceDraft = <T>(key: string, empty: T) => {
  const [state, setState] = useState<{ key: string; value: T | null }>(() => ({ key, value: readTyped<T>(key) }))
  const current = state.key === key ? state : { key, value: readTyped<T>(key) }
  useEffect(() => {
    setState((shown) => (shown.key === key ? shown : { key, value: readTyped<T>(key) }))
    const follow = (event: StorageEvent) => {
      if (event.key === key) setState({ key, value: readTyped<T>(key) })
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [key])
  const set = useCallback(
    (value: T) => {
      writeDevice(key, value)
      setState({ key, value })
    },
    [key],
  )
  const clear = (sent?: T) => {
    const isOver = (value: T | null) => sent === undefined || JSON.stringify(value) === JSON.stringify(sent)
    if (isOver(readTyped<T>(key))) writeDevice(key, null)
    setState((shown) => (isOver(shown.value) ? { key, value: null } : shown))
  }
  return [current.value ?? empty, set, clear] as const
}
