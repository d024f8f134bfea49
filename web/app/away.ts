import { ApiError, NetworkError } from '#web/app/api-error.ts'

/** When a bundle that failed to load is loaded again, in milliseconds. */
const tryAgainMs = 5000

/** Whether nobody could answer: the same will succeed once the network, the server or its database is back. */
export const isAway = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 502 && error.status <= 504)

/** What screens say of it beside the failure. */
export const continuesText = 'Как только связь появится, страница продолжит сама.'

/**
 * Lets the page continue by itself after such a failure: `act` is done once somebody answers. Returns how to forget it.
 */
export const whenBack = (error: unknown, act: () => void) => {
  if (!isAway(error)) return () => {}
  let isForgotten = false
  const load = (): Promise<void> =>
    import('#web/app/continue-later.ts').then(
      ({ waitUntilBack }) => waitUntilBack(error, () => isForgotten || act()),
      () => void setTimeout(load, tryAgainMs),
    )
  void load()
  return () => {
    isForgotten = true
  }
}
