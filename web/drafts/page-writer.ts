import { randomId } from '#web/app/random-id.ts'

/** This page among all that keep drafts on the device: a page writes copies of its own only. */
export const writer = randomId()

const lockName = (id: string) => `draft-writer:${id}`

let holding = false

/** Says that this page is alive: the browser lets go of the lock however the page ends. */
const holdLock = () => {
  if (holding) return
  holding = true
  void navigator.locks.request(lockName(writer), () => new Promise(() => {})).catch(() => {})
}

/**
 * Tells which writers still stand on a page: only what the others left needs somebody to take it over. Where the browser
 * has no locks (a site over plain http) nobody is known to live, and a text may be taken over by two pages.
 */
export const findLivingWriters = async (): Promise<(id: string) => boolean> => {
  if (!('locks' in navigator)) return (id) => id === writer
  holdLock()
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => id === writer || names.has(lockName(id))
}
