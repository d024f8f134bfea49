import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { keepLoading } from '#web/data/keep-loading.ts'

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
  void keepLoading(() => import('#web/data/continue-later.ts')).then(({ waitUntilBack }) =>
    waitUntilBack(error, () => isForgotten || act()),
  )
  return () => {
    isForgotten = true
  }
}
