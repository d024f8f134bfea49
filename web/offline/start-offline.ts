import type { Endpoint } from '#contract/http/endpoint.ts'
import { device } from '#web/app/call.ts'
import { whenIdle } from '#web/app/when-idle.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'
import { isLooking } from '#web/auth/token.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { canHaveWorker } from '#web/offline/worker.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'

/** An answer of the server, as `device` receives it. */
export type ReceivedAnswer = [endpoint: Endpoint, address: string, body: unknown, token: string | null]

/** How many answers wait until what keeps them is loaded: a page has fewer. */
const maxWaiting = 30

const waiting: ReceivedAnswer[] = []
let loading: Promise<void> | null = null

/** Begins to keep answers, those from before included. */
export const beginKeeping = () => {
  loading ??= import('#web/offline/keep-in-step.ts').then(({ keepInStep }) => keepInStep(waiting))
  loading.catch(() => {
    loading = null
  })
  return loading
}

/**
 * Lets the site be read without a network: the service worker, and what keeps answers, come once somebody is signed in
 * and the page has settled. Costs a guest nothing.
 */
export const startOffline = () => {
  if (!canHaveWorker() || isLooking()) return
  device.onAnswer = (...answer) => {
    if (waiting.length < maxWaiting) waiting.push(answer)
  }
  device.find = async (address, token) =>
    keptFor() === null ? undefined : (await import('#web/offline/kept-answers.ts')).findAnswer(address, token)
  let begun = false
  watchUser(() => {
    if (begun || (!currentUser() && keptFor() === null && !mayHold('sending'))) return
    begun = true
    whenIdle(() => {
      beginKeeping().catch(() => {
        begun = false
      })
    })
  })
}
