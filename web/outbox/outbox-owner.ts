import { randomId } from '#web/data/random-id.ts'

/** This page among all that keep entries on the device. */
export const page = randomId()

const lockOf = (name: string) => `outbox:${name}`
const pageLock = (id: string) => lockOf(`page:${id}`)

/** How long a tab waits for others to claim an entry, or to answer that they are open, where there are no locks. */
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

/**
 * Runs `act` in one tab at a time. A tab that the browser has stopped may keep its turn: after `maxWaitMs` nobody waits
 * for it any more.
 */
export const inOneTab = async <T>(
  name: string,
  act: () => Promise<T>,
  { maxWaitMs }: { maxWaitMs?: number } = {},
): Promise<T> => {
  if (!navigator.locks) return act()
  const wait = new AbortController()
  const timer = maxWaitMs === undefined ? undefined : setTimeout(() => wait.abort(), maxWaitMs)
  const begin = () => {
    clearTimeout(timer)
    return act()
  }
  try {
    return await navigator.locks.request(lockOf(name), { signal: wait.signal }, begin)
  } catch (error) {
    if (!wait.signal.aborted) throw error
    return act()
  }
}

const holdPage = () => void navigator.locks.request(pageLock(page), () => new Promise(() => {})).catch(() => {})

/** When other pages last answered that they are open, by performance.now(). */
const answeredAtMs = new Map<string, number>()
let pages: BroadcastChannel | null = null

/** Lets the pages that ask know that this one is open, and notes which others let it know. */
const answerPages = () => {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel('open pages')
  channel.addEventListener('message', ({ data }: MessageEvent<{ open?: string }>) => {
    if (data.open) answeredAtMs.set(data.open, performance.now())
    else channel.postMessage({ open: page })
  })
  pages = channel
}

let isCounted = false

/** This page counts as open from now on. */
export const countAsOpen = () => {
  if (isCounted) return
  isCounted = true
  if (!navigator.locks) return answerPages()
  holdPage()
  // the browser takes the lock from a page in its back/forward cache; where it has not, this one waits behind it
  globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && holdPage())
}

/**
 * Finds which pages are still open; this one counts as open from now on. Only what the others left needs a new owner.
 * Without locks the pages are asked, which takes a moment; one that does not answer, as the browser has stopped it, is
 * taken for gone.
 */
export const findOpenPages = async (): Promise<(id: string) => boolean> => {
  countAsOpen()
  if (!navigator.locks) {
    const askedAtMs = performance.now()
    pages?.postMessage({})
    if (pages) await new Promise((resolve) => setTimeout(resolve, claimTimeoutMs))
    return (id) => id === page || (answeredAtMs.get(id) ?? -1) >= askedAtMs
  }
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => id === page || names.has(pageLock(id))
}
