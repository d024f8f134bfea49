import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

type Panes = 1 | 2 | 3

/**
 * Null until it is asked for. Kept: reading the size of the text makes the browser compute styles in the middle of a
 * change.
 */
const panes = createStore<Panes | null>(null)

const count = (): Panes => {
  const width = innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return width > 73.75 ? 3 : width > 50 ? 2 : 1
}

const countAgain = () => panes.set(count())

const watch = () => {
  // the reader's own size of text is set on the document
  new MutationObserver(countAgain).observe(document.documentElement, { attributes: true })
  addEventListener('resize', countAgain)
}

/**
 * How many panes of the desk are side by side. Counted in letters, not in pixels: large text needs the room of a small
 * screen. Not a container query: what is fixed to the window would be fixed to the container in older browsers.
 */
export const panesThatFit = (): Panes => {
  const known = panes.get()
  if (known !== null) return known
  watch()
  const counted = count()
  panes.set(counted)
  return counted
}

/** The same, while it changes. */
export const usePanes = () => useSyncExternalStore(panes.subscribe, panesThatFit)
