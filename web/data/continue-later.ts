import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'

/** Responds with 200 while the site can be used, its database included. */
const healthPath = '/api/health'

/** How long an answer is waited for, in milliseconds: a network that has gone may say nothing at all. */
const patienceMs = 10_000

/** One clock for all that waits: a page that lost everything asks one question, not twenty. */
const clock = createRetryClock({ maxPauseMs: 15_000 })
const waiting = new Set<() => void>()

/** A clock that is not reset: what fails again at once, although the site is well, waits longer each time. */
const calmMs = 60_000
let calming: ReturnType<typeof setTimeout> | undefined

const ask = async () => {
  const response = await fetch(healthPath, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).catch(
    () => null,
  )
  if (!response?.ok) {
    clock.wait(
      ask,
      response ? new ApiError(response.status, {}, response.headers.get('retry-after')) : new NetworkError(),
    )
    return
  }
  const acts = [...waiting]
  waiting.clear()
  clearTimeout(calming)
  calming = setTimeout(clock.reset, calmMs)
  for (const act of acts) act()
}

/** Does `act` once the site says that it is well. `error` is why it must wait. */
export const waitUntilBack = (error: unknown, act: () => void) => {
  waiting.add(act)
  if (!clock.isWaiting()) clock.wait(ask, error)
}
