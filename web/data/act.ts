import { hashKey, type Mutation, partialMatchKey, type QueryKey, type UseMutationOptions } from '@tanstack/react-query'
import type { CallInput, CallResponse, Endpoint } from '#contract/http/endpoint.ts'
import { loadUser } from '#web/auth/session.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { type Arguments, call, type Input } from '#web/data/call.ts'
import type { Put } from '#web/data/change.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { changeAfter } from '#web/data/changes.ts'
import { keyOf, nameOf } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { randomId } from '#web/data/random-id.ts'
import { useLastingMutation } from '#web/data/use-lasting-mutation.ts'

/** The body of an endpoint. */
export type BodyOf<E extends Endpoint> = CallInput<E>['body']

/**
 * Marks everything loaded from these endpoints as old, except for `fresh`. Resolves once what is on screen is loaded
 * again; with `later` that waits until it is opened again.
 */
const invalidate = (endpoints: readonly Endpoint[] = [], fresh: readonly QueryKey[] = [], later = false) => {
  const names = new Set<unknown>(endpoints.map(nameOf))
  const kept = new Set(fresh.map(hashKey))
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [name], queryHash }) => names.has(name) && !kept.has(queryHash),
    refetchType: later ? 'none' : 'active',
  })
}

/** Puts data into the cache; an older response that is still under way is dropped. What is not cached is left alone. */
const putAll = (puts: readonly Put[]) => {
  for (const { queryKey, data, counts } of puts) {
    if (typeof data === 'function') changeLoaded(queryClient, queryKey, data as (loaded: unknown) => unknown, counts)
    else {
      void queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, data)
    }
  }
}

/** Removes from the cache what was deleted, once no screen shows it: the way back must not show it again. */
const removeUnseen = (queryKey: QueryKey) => {
  const cache = queryClient.getQueryCache()
  const query = cache.find({ queryKey, exact: true })
  if (!query) return
  if (query.getObserversCount() === 0) return cache.remove(query)
  const stop = cache.subscribe(({ query: changed }) => {
    if (changed !== query || query.getObserversCount() > 0) return
    stop()
    cache.remove(query)
  })
}

/**
 * Whether another mutation of the same turn (`inTurn`) is waiting: what it shows stays until its own response arrives.
 */
const isOvertaken = <E extends Endpoint>(endpoint: E, { params }: Input<E>) => {
  const key = keyOf(endpoint, { params } as never)
  const isOfTurn = ({ options: { mutationKey } }: Mutation) => !!mutationKey && partialMatchKey(key, mutationKey)
  return queryClient.isMutating({ predicate: isOfTurn }) > 1
}

/** Loads again what a mutation has shown before it was sent, after it has failed or was taken back. */
export const rollBack = (endpoint: Endpoint) => invalidate(changeAfter(endpoint).staleAfterFailure)

/** Applies what `changes.ts` says of a mutation that went through. */
export const takeResponse = async <E extends Endpoint>(endpoint: E, response: CallResponse<E>, input: Input<E>) => {
  const { puts, stale, staleLater, gone, loadsUser, awaited } = changeAfter(endpoint)
  const put = puts?.(response, input) ?? []
  putAll(put)
  void invalidate(staleLater, [], true)
  const deleted = gone ? [gone(input)] : []
  const fresh = [...put.map(({ queryKey }) => queryKey), ...deleted]
  const loads = [invalidate(stale, fresh), loadsUser?.(response, input) ? loadUser() : null]
  for (const queryKey of deleted) removeUnseen(queryKey)
  if (awaited) await Promise.all(loads)
}

/** The same of one that failed. */
const takeFailure = async (endpoint: Endpoint, error: unknown) => {
  const { staleAfterConflict, awaited } = changeAfter(endpoint)
  const isConflict = error instanceof ApiError && error.status === 409
  const loads = [rollBack(endpoint), isConflict ? invalidate(staleAfterConflict) : null]
  // without a network there is nothing to wait for
  if (awaited && error instanceof ApiError) await Promise.all(loads)
}

/**
 * The keys of calls whose response was lost: the server may have done them. A repeat is sent with the same key, so that
 * nothing is done twice. Only until another act of the person has gone through: after that the same input may be
 * another act.
 */
const lostKeys = new Map<string, string>()

const isLost = (error: unknown) => error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/** Makes a call with a key by which the server recognizes repeats, also those that the browser makes by itself. */
const callByKey = async <E extends Endpoint>(endpoint: E, [input, signal]: Arguments<E>): Promise<CallResponse<E>> => {
  const name = () => hashKey([nameOf(endpoint), input])
  const key = (lostKeys.size > 0 && lostKeys.get(name())) || randomId()
  const sent = { ...input, headers: { 'idempotency-key': key, ...input?.headers } }
  try {
    const response = await call(endpoint, ...([sent, signal] as unknown as Arguments<E>))
    if (!input?.background) lostKeys.clear()
    return response
  } catch (error) {
    if (isLost(error)) lostKeys.set(name(), key)
    throw error
  }
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Makes a call; the same one again, while it is under way, shares its response: a double click is one act. Only of
 * POST, where the second one would do it again or be refused.
 */
const callOnce = <E extends Endpoint>(endpoint: E, sent: Arguments<E>): Promise<CallResponse<E>> => {
  if (endpoint.method === 'GET' || sent[0]?.file) return call(endpoint, ...sent)
  if (endpoint.method !== 'POST' || sent[1]) return callByKey(endpoint, sent)
  const key = hashKey([nameOf(endpoint), sent[0]])
  const known = underWay.get(key) as Promise<CallResponse<E>> | undefined
  if (known) return known
  const made = callByKey(endpoint, sent)
  underWay.set(key, made)
  const forget = () => underWay.delete(key)
  made.then(forget, forget)
  return made
}

/** Makes a call that changes something, and keeps what is loaded in step with it: see `changes.ts`. */
export const act = async <E extends Endpoint>(endpoint: E, ...sent: Arguments<E>): Promise<CallResponse<E>> => {
  let response: CallResponse<E>
  try {
    response = await callOnce(endpoint, sent)
  } catch (error) {
    await takeFailure(endpoint, error)
    throw error
  }
  const input = (sent[0] ?? {}) as Input<E>
  if (!isOvertaken(endpoint, input)) await takeResponse(endpoint, response, input)
  return response
}

/** The mutation of a declared endpoint; `inputOf` turns what `mutate` is given into the endpoint's input. */
export const useAct = <E extends Endpoint, Given = void, Context = unknown>(
  endpoint: E,
  inputOf: (given: Given) => Input<E>,
  options?: Omit<UseMutationOptions<CallResponse<E>, Error, Given, Context>, 'mutationFn'>,
) =>
  useLastingMutation({
    ...options,
    mutationFn: (given: Given) => act(endpoint, ...([inputOf(given)] as unknown as Arguments<E>)),
  })
