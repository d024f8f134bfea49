import { ApiError, NetworkError } from '#web/data/api-error.ts'

/**
 * The consequence of a failed request for what it carried. `again`: nobody has answered, or the server cannot now: the
 * same later. `signed-out`: once the person is back. `refused`: the server will not have it.
 */
export type Failure = 'again' | 'signed-out' | 'refused'

/** Judges a failure by the rules that all senders share; what else a refusal means is up to the sender. */
export const judgeFailure = (error: unknown): Failure => {
  if (error instanceof NetworkError) return 'again'
  if (!(error instanceof ApiError)) return 'refused'
  if (error.status === 401) return 'signed-out'
  return error.status >= 500 || error.status === 429 ? 'again' : 'refused'
}
