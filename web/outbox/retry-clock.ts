import { ApiError } from '#web/data/api-error.ts'

/** The share of a pause that is left to chance, so that many devices return at different moments. */
const jitter = 0.1

const wakeListeners = new Set<() => void>()
let started = false

const wakeAll = () => {
  for (const listener of [...wakeListeners]) listener()
}

/** Calls back when a request has a better chance than before: the network is back, or somebody looks at the page. */
export const onWake = (listener: () => void) => {
  wakeListeners.add(listener)
  if (!started && typeof document !== 'undefined') {
    started = true
    addEventListener('online', wakeAll)
    document.addEventListener('visibilitychange', () => document.hidden || wakeAll())
  }
  return () => {
    wakeListeners.delete(listener)
  }
}

const askedPauseMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0)

/**
 * The clock by which something that was not answered is sent again: after a pause that doubles up to `maxPauseMs`,
 * sooner when there is a reason, and never before the moment that the server has asked for.
 */
export const createRetryClock = ({ firstPauseMs = 2000, maxPauseMs = 30_000 } = {}) => {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let act: (() => void) | null = null
  let notBefore = 0
  let stopListening = () => {}

  const stop = () => {
    clearTimeout(timer)
    stopListening()
    act = null
  }
  const run = () => {
    const waiting = act
    stop()
    waiting?.()
  }
  const wake = () => {
    if (act && Date.now() >= notBefore) run()
  }
  return {
    /** Does `again` after a pause, instead of what was waiting. `error` is why. */
    wait: (again: () => void, error: unknown) => {
      stop()
      const grownMs = Math.min(firstPauseMs * 2 ** tries, maxPauseMs) * (1 - jitter * Math.random())
      const askedMs = askedPauseMs(error)
      tries += 1
      act = again
      notBefore = Date.now() + askedMs
      timer = setTimeout(run, Math.max(grownMs, askedMs))
      stopListening = onWake(wake)
    },
    /** Does at once what waits. */
    wake,
    /** Gives up what waits. */
    stop,
    /** Something has moved: the next pause is short again. */
    reset: () => {
      tries = 0
    },
    isWaiting: () => act !== null,
    /** How many pauses there were since something moved. */
    tries: () => tries,
  }
}
