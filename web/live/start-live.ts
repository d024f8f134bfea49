import { queryClient } from '#web/app/query-client.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'

/** A page that has just loaded is left alone for so long, in milliseconds: first what it shows, then what it hears. */
const quiet = 3000

/** When a bundle that did not come is asked for again, in milliseconds. */
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

/** Begins to hear what happens, once somebody is signed in and the page has settled; costs a guest nothing. */
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
