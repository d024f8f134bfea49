import { useLayoutEffect, useState } from 'react'

/** Marks what closes something of its own by Escape: the dialog around it stays. */
export const ownEscape = 'data-own-escape'

/** The dialogs that are open, the one on top last. */
const open: object[] = []

/** The keys that have closed a dialog, which is gone when they reach the next one. */
const used = new WeakSet<Event>()

/**
 * For a dialog that is mounted open: returns whether an event that would close it is meant for it. A key reaches every
 * open dialog, before it reaches the element with the focus.
 */
export const useOwnEscape = () => {
  const [dialog] = useState(() => ({}))
  useLayoutEffect(() => {
    open.push(dialog)
    return () => {
      open.splice(open.indexOf(dialog), 1)
    }
  }, [dialog])
  return (event: Event | undefined) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return true
    const isInside = event.target instanceof Element && event.target.closest(`[${ownEscape}]`) !== null
    if (isInside || used.has(event) || open.at(-1) !== dialog) return false
    used.add(event)
    return true
  }
}
