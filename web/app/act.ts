import {
  hashKey,
  type Mutation,
  partialMatchKey,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import type { CallAnswer, CallInput, Endpoint } from '#contract/http/endpoint.ts'
import { ApiError } from '#web/app/api-error.ts'
import { type Arguments, call, type Input } from '#web/app/call.ts'
import { changeAfter, type Put } from '#web/app/changes.ts'
import { keyOf, nameOf } from '#web/app/endpoint-query.ts'
import { queryClient } from '#web/app/query-client.ts'
import { loadUser } from '#web/auth/session.ts'

/** The body of an endpoint. */
export type BodyOf<E extends Endpoint> = CallInput<E>['body']

/** Everything loaded from these endpoints is old, except for `fresh`; resolves once what is on screen is loaded again. */
const invalidate = (endpoints: readonly Endpoint[] = [], fresh: readonly QueryKey[] = []) => {
  const kept = new Set(fresh.map(hashKey))
  const predicate = ({ queryHash }: Query) => !kept.has(queryHash)
  return Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [nameOf(endpoint)], predicate })),
  )
}

/** Puts data into the cache; an older answer that is still on its way is dropped. */
export const putAll = (client: QueryClient, puts: readonly Put[]) => {
  for (const { queryKey, data } of puts) {
    void client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, data)
  }
}

/** Whether the next of mutations that go one after another (`inTurn`) is waiting: until it is done its picture stands. */
const isOvertaken = <E extends Endpoint>(endpoint: E, { params }: Input<E>) => {
  const key = keyOf(endpoint, { params } as never)
  const isOfTurn = ({ options: { mutationKey } }: Mutation) => !!mutationKey && partialMatchKey(key, mutationKey)
  return queryClient.isMutating({ predicate: isOfTurn as never }) > 1
}

/** Carries out what `changes.ts` says of a mutation that went through. */
export const takeAnswer = async <E extends Endpoint>(endpoint: E, answer: CallAnswer<E>, input: Input<E>) => {
  const { puts, stale, staleLater = [], gone, loadsUser, awaited } = changeAfter(endpoint)
  const put = puts?.(answer, input) ?? []
  putAll(queryClient, put)
  for (const later of staleLater) void queryClient.invalidateQueries({ queryKey: [nameOf(later)], refetchType: 'none' })
  const fresh = [...put.map(({ queryKey }) => queryKey), ...(gone ? [gone(input)] : [])]
  const loads = [invalidate(stale, fresh), loadsUser?.(answer, input) ? loadUser() : null]
  if (awaited) await Promise.all(loads)
}

/** The same of one that failed. */
const takeFailure = async (endpoint: Endpoint, error: unknown) => {
  const { staleAfterFailure, staleAfterConflict, awaited } = changeAfter(endpoint)
  const isConflict = error instanceof ApiError && error.status === 409
  const loads = [invalidate(staleAfterFailure), isConflict ? invalidate(staleAfterConflict) : null]
  if (awaited) await Promise.all(loads)
}

/** Calls a mutation of the API, and brings what is loaded in step with it: see `changes.ts`. */
export const act = async <E extends Endpoint>(
  endpoint: E,
  ...[input, signal]: Arguments<E>
): Promise<CallAnswer<E>> => {
  let answer: CallAnswer<E>
  try {
    answer = await call(endpoint, ...([input, signal] as unknown as Arguments<E>))
  } catch (error) {
    await takeFailure(endpoint, error)
    throw error
  }
  const sent = (input ?? {}) as Input<E>
  if (!isOvertaken(endpoint, sent)) await takeAnswer(endpoint, answer, sent)
  return answer
}

/** A mutation of the API for a component; `inputOf` makes its input of what is given to `mutate`. */
export const useAct = <E extends Endpoint, Given = void, Context = unknown>(
  endpoint: E,
  inputOf: (given: Given) => Input<E>,
  options?: Omit<UseMutationOptions<CallAnswer<E>, Error, Given, Context>, 'mutationFn'>,
) =>
  useMutation({
    ...options,
    mutationFn: (given: Given) => act(endpoint, ...([inputOf(given)] as unknown as Arguments<E>)),
  })
