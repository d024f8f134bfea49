import { useSyncExternalStore } from 'react'

type Panes = 1 | 2 | 3

/** Kept until it may differ: reading the size of the text makes the browser compute styles in the middle of a change. */
let kept: Panes | null = null
const listeners = new Set<() => void>()

const count = (): Panes => {
  const width = innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return width > 73.75 ? 3 : width > 50 ? 2 : 1
}

const countAgain = () => {
  kept = count()
  for (const listener of listeners) listener()
}

const watch = () => {
  // the reader's own size of text stands on the document
  new MutationObserver(countAgain).observe(document.documentElement, { attributes: true })
  addEventListener('resize', countAgain)
}

/**
 * How many panes of the desk stand side by side. Counted in letters, not in pixels: large text needs the room of a small
 * screen. Not a container query: what is fixed to the window would be fixed to the container in older browsers.
 */
export const panesThatFit = (): Panes => {
  if (kept === null) {
    watch()
    kept = count()
  }
  return kept
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The same, while it changes. */
export const usePanes = () => useSyncExternalStore(subscribe, panesThatFit)
