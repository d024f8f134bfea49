import { whenIdle } from '#web/app/when-idle.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'

/** When a bundle that failed to load is loaded again, in milliseconds. */
const tryAgain = 60_000

/** Starts to receive events, once somebody is signed in and the page has settled; costs a guest nothing. */
export const startLive = () => {
  let begun = false
  const load = (): Promise<void> =>
    import('#web/live/live.ts').then(
      ({ live }) => live(),
      // no bundle without a network
      () => void setTimeout(load, tryAgain),
    )
  watchUser(() => {
    if (begun || !currentUser()) return
    begun = true
    whenIdle(load)
  })
}
