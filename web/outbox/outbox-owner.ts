import { randomId } from '#web/app/random-id.ts'

/** This page among all that keep entries on the device. */
export const page = randomId()

const lockOf = (name: string) => `outbox:${name}`
const pageLock = (id: string) => lockOf(`page:${id}`)

/** How long a tab waits for another one to claim an entry, where there are no locks. */
const claimTimeoutMs = 1500

/**
 * Makes this tab the owner of something as soon as no other tab is: the browser passes the lock on however the tab that
 * holds it ends. Resolves with how to release it. Locks are missing where the site is opened over plain http: there a
 * tab takes what is new, or what no other one claims in time.
 */
export const becomeOwner = (
  name: string,
  {
    isNew = false,
    isClaimed = () => false,
    signal,
  }: { isNew?: boolean; isClaimed?: () => boolean; signal: AbortSignal },
) =>
  new Promise<() => void>((resolve, reject) => {
    if (!navigator.locks) {
      if (isNew) return resolve(() => {})
      const timer = setTimeout(() => {
        if (!isClaimed()) resolve(() => {})
      }, claimTimeoutMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
      return
    }
    navigator.locks
      .request(lockOf(name), { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })

/** Runs `act` in one tab at a time. */
export const inOneTab = async (name: string, act: () => Promise<void>) => {
  if (navigator.locks) await navigator.locks.request(lockOf(name), act)
  else await act()
}

const holdPage = () => void navigator.locks.request(pageLock(page), () => new Promise(() => {})).catch(() => {})

let isHeld = false

/**
 * Finds which pages are still open; this one counts as open from now on. Only what the others left needs a new owner.
 * Without locks no other page is known to be open, and an entry may be taken over by two.
 */
export const findOpenPages = async (): Promise<(id: string) => boolean> => {
  if (!navigator.locks) return (id) => id === page
  if (!isHeld) {
    isHeld = true
    holdPage()
    // the browser takes the lock from a page that it keeps for the way back; where it has not, this one waits behind it
    globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && holdPage())
  }
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => id === page || names.has(pageLock(id))
}
