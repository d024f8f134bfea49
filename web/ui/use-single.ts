import { useRef } from 'react'

/** Lets an act run once at a time: a second click before the button has had time to grey out does nothing. */
export const useSingle = () => {
  const running = useRef(false)
  return (act: () => Promise<unknown>) => {
    if (running.current) return
    running.current = true
    act()
      // the act shows its failure itself
      .catch(() => {})
      .finally(() => {
        running.current = false
      })
  }
}
