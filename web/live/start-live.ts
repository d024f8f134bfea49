import { queryClient } from '#web/app/query-client.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'

/** How long a page that has just loaded waits before it opens a stream, in milliseconds. */
const quiet = 3000

/** When a bundle that failed to load is loaded again, in milliseconds. */
const tryAgain = 60_000

const whenIdle = (act: () => void) => {
  const wait = () =>
    setTimeout(() => {
      if (document.readyState !== 'complete' || queryClient.isFetching() > 0) wait()
      else if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: quiet })
      else act()
    }, quiet)
  wait()
}

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
