import type { LiveEvent } from '#contract/events/events.schema.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { applyNews, dropNews, reloadAll } from '#web/live/apply-news.ts'
import { pollInterval, receivesEvents } from '#web/live/live-news.ts'
import { announceEnd, announceStream, onCrowd } from '#web/live/other-tabs.ts'
import { readStream } from '#web/live/read-stream.ts'

/** A page that nobody has looked at for this long leaves its stream, in milliseconds. */
const hiddenPatienceMs = 60_000
/** The longest wait between attempts, in milliseconds. */
const maxWaitMs = 60_000
/** After this many failures in a row the page loads at intervals. */
const maxFailures = 3
/** A stream that held for less than this counts as a failure as well, in milliseconds. */
const minLifeMs = 5000
/** A new stream repeats the last minute; if the first one opens later than this, everything is loaded again. */
const replayedMs = 45_000
/** Max number of remembered ids of events: after a break some arrive twice. */
const maxIds = 500

let person: number | null = null
let lastId: string | undefined
let seen = new Set<string>()
let current: AbortController | null = null
let retry: ReturnType<typeof setTimeout> | undefined
let polling: ReturnType<typeof setInterval> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined
let failures = 0
/** As the server asks for, in milliseconds. */
let wait = 2000
/** Whether the stream is paused: the page is hidden, or another tab listens. */
let rests = document.hidden
/** A session that is over. */
let refused: string | null = null

const isNew = (id: string | undefined) => {
  if (id === undefined) return true
  if (seen.has(id)) return false
  seen.add(id)
  if (seen.size > maxIds) seen = new Set([...seen].slice(-maxIds / 2))
  return true
}

const onEvent = (event: LiveEvent, id: string | undefined) => {
  // a reset contains the place to resume from, which may have been an event
  if (event.type === 'reset' || isNew(id)) applyNews(event)
}

const setLive = (live: boolean) => {
  if (receivesEvents.get() !== live) receivesEvents.set(live)
  if (live) stopPolling()
}

const poll = () => {
  if (!document.hidden) reloadAll()
}

const startPolling = () => {
  if (polling !== undefined) return
  poll()
  polling = setInterval(poll, pollInterval)
}

const stopPolling = () => {
  clearInterval(polling)
  polling = undefined
}

/** Leaves the stream, and whatever was to come of it. */
const leave = () => {
  clearTimeout(retry)
  retry = undefined
  const left = current
  current = null
  left?.abort()
  announceEnd()
  setLive(false)
}

/** Leaves the stream to others until this page is looked at again; what it shows is asked for now and then. */
const rest = () => {
  rests = true
  leave()
  if (person !== null) startPolling()
}

const listen = async () => {
  const token = readToken()
  if (current || retry !== undefined || rests || person === null || token === null || token === refused) return
  const closing = new AbortController()
  current = closing
  announceStream()
  const fresh = lastId === undefined
  let since: number | null = null
  const onAlive = () => {
    if (current !== closing || since !== null) return
    since = performance.now()
    setLive(true)
    if (fresh && since > replayedMs) reloadAll()
  }
  const onId = (id: string) => {
    lastId = id
  }
  const onRetry = (asked: number) => {
    wait = asked
  }
  const handlers = { onAlive, onEvent, onId, onRetry }
  const outcome = await readStream({ token, lastId, signal: closing.signal }, handlers).catch(() => 'broken' as const)
  if (current !== closing) return
  current = null
  setLive(false)
  if (outcome === 'refused') {
    refused = token
    return stopPolling()
  }
  failures = since !== null && performance.now() - since > minLifeMs ? 0 : failures + 1
  if (failures >= maxFailures) startPolling()
  // not all pages at once: they lose their streams in the same moment
  const pauseTime = Math.min(wait * 2 ** failures, Math.max(maxWaitMs, wait)) * (0.5 + Math.random())
  retry = setTimeout(listenAgain, pauseTime)
}

const listenAgain = () => {
  clearTimeout(retry)
  retry = undefined
  void listen()
}

/** Somebody may have signed in or out. */
const checkPerson = () => {
  const id = currentUser()?.id ?? null
  if (id !== person) {
    leave()
    stopPolling()
    dropNews()
    person = id
    lastId = undefined
    seen = new Set()
    failures = 0
  }
  void listen()
}

/** Somebody may look at this page: a window can get the focus while the page is still hidden. */
const look = () => {
  if (document.hidden) return
  clearTimeout(hiding)
  rests = false
  if (!current) listenAgain()
}

/** The network came back, perhaps another one: a stream over the old one would fall silent only after a while. */
const onOnline = () => {
  leave()
  listenAgain()
}

const onVisibility = () => {
  if (!document.hidden) return look()
  clearTimeout(hiding)
  hiding = setTimeout(rest, hiddenPatienceMs)
}

/** Keeps what this page shows in step with what happens, for the signed-in user. Called once. */
export const live = () => {
  watchUser(checkPerson)
  document.addEventListener('visibilitychange', onVisibility)
  // also a window beside others, which was visible all along
  addEventListener('focus', look)
  addEventListener('online', onOnline)
  // a page that holds a connection cannot be kept for the way back
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && look())
  onCrowd(rest)
  checkPerson()
}
