import { queryClient } from '#web/data/query-client.ts'

/** How long a page that has just loaded is left alone, in milliseconds. */
const quiet = 3000

/** Does something that nobody waits for once the page is loaded and has been quiet for a while. */
export const whenIdle = (act: () => void) => {
  const wait = () =>
    setTimeout(() => {
      if (document.readyState !== 'complete' || queryClient.isFetching() > 0) wait()
      else if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: quiet })
      else act()
    }, quiet)
  wait()
}

/** Resolves then. */
export const idle = () => new Promise<void>(whenIdle)
