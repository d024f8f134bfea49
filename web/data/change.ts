import type { QueryKey } from '@tanstack/react-query'
import type { CallResponse, Endpoint } from '#contract/http/endpoint.ts'
import { currentUser } from '#web/auth/session.ts'
import type { Input } from '#web/data/call.ts'
import { keyOf } from '#web/data/endpoint-query.ts'

/** Data for one query. A function derives them from the cached ones; undefined leaves the cache as it is. */
export interface Put {
  queryKey: QueryKey
  data: unknown
  /** Changes a count: a further page that is under way may count it already, so all is loaded again after that. */
  counts?: boolean
}

/** The consequences of a mutation for the cache. An endpoint means everything that was loaded from it. */
export interface Change<E extends Endpoint> {
  /** Goes straight from the response into the cache, and is fresh. */
  puts?: (response: CallResponse<E>, input: Input<E>) => Put[]
  /** Stale: what is on screen is loaded again. */
  stale?: readonly Endpoint[]
  /** Also stale for others, who receive it as a live event. */
  staleForOthers?: readonly Endpoint[]
  /** Stale, but loaded again only when it is opened next time. */
  staleLater?: readonly Endpoint[]
  /**
   * Deleted, or not the user's any more: not loaded again with the others of its endpoint, though it may be on screen for
   * a moment, and dropped from the cache after that.
   */
  gone?: (input: Input<E>) => QueryKey
  /** Stale after any failure: an optimistic change is rolled back, or somebody else was faster. */
  staleAfterFailure?: readonly Endpoint[]
  /** Stale after a 409: the screen showed something else than the server has. */
  staleAfterConflict?: readonly Endpoint[]
  /** Whether the user is loaded again: the header's counts and the menu of courses come with the user. */
  loadsUser?: (response: CallResponse<E>, input: Input<E>) => boolean
  /** The mutation is pending until the stale queries on screen are loaded again. */
  awaited?: boolean
}

/** Puts a response into the cache as that of another endpoint with these parameters. */
export const put = <E extends Endpoint>(
  endpoint: E,
  params: Input<E>['params'] | undefined,
  data: CallResponse<E>,
): Put => ({
  queryKey: keyOf(endpoint, { params: params ?? {} } as never),
  data,
})

/** Loads the user again whatever the response. */
export const always = () => true
/** Loads the user again for staff: the header counts what waits for them. */
export const forStaff = () => currentUser()?.role.slug !== 'student'
/** Loads the user again when the response is about them. */
export const isSelf = ({ user }: { user: { id: number } }) => user.id === currentUser()?.id

/** The same consequences for several mutations, as entries of the table. */
export const on = <E extends Endpoint>(endpoints: readonly E[], change: Change<E>) =>
  endpoints.map((endpoint) => [endpoint, change] as [Endpoint, Change<never>])

/** What one act loads again, whether it went through or not: somebody else may have been faster. */
export const staleEitherWay = (...stale: Endpoint[]) => ({ stale, staleAfterFailure: stale, awaited: true })
