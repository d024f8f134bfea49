import { useSyncExternalStore } from 'react'

/**
 * How many panes of the desk stand side by side. Counted in letters, not in pixels: large text needs the room of a small
 * screen. Not a container query: what is fixed to the window would be fixed to the container in older browsers.
 */
export const panesThatFit = (): 1 | 2 | 3 => {
  const width = innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return width > 73.75 ? 3 : width > 50 ? 2 : 1
}

const subscribe = (changed: () => void) => {
  // the reader's own size of text stands on the document
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true })
  addEventListener('resize', changed)
  return () => {
    observer.disconnect()
    removeEventListener('resize', changed)
  }
}

/** The same, while it changes. */
export const usePanes = () => useSyncExternalStore(subscribe, panesThatFit)
