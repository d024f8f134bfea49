import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  type keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { CallResponse, Endpoint } from '#contract/http/endpoint.ts'
import { type Arguments, call, type Input } from '#web/data/call.ts'
import { mergePages, nextPage } from '#web/data/paged-list.ts'

/** What narrows an endpoint down; none of it is required. */
type PartialInput<E extends Endpoint> = { [Part in 'params' | 'query' | 'body']?: Partial<NonNullable<Input<E>[Part]>> }

/** What an address would carry: no empty values, and numbers as they are written there. */
const filled = (part: unknown) =>
  Object.entries((part ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => [name, String(value)])

/** The first part of every key of an endpoint: alone, the key of all that is loaded from it. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * The key of what an endpoint returns for an input: `['GET /api/courses/{id}', { id: '5' }]`. Inputs that make the same
 * request make the same key. With a part of the input it matches every query that has that part.
 */
export const keyOf = <E extends Endpoint>(endpoint: E, { params, query, body }: PartialInput<E> = {}) =>
  [nameOf(endpoint), Object.fromEntries([params, query, body].flatMap(filled))] as const

/** Whether a query loads from this endpoint, whatever its input. */
export const isOf = ({ queryKey: [name] }: { queryKey: QueryKey }, endpoint: Endpoint) => name === nameOf(endpoint)

/** What a query's key says of its input, by name. */
export const inputOf = ({ queryKey: [, input] }: { queryKey: QueryKey }) => (input ?? {}) as Record<string, string>

/** For mutations that reach the server one after another; they are found by the key. */
export const inTurn = <E extends Endpoint>(endpoint: E, input: PartialInput<E>) => {
  const mutationKey = keyOf(endpoint, input)
  return { mutationKey, scope: { id: hashKey(mutationKey) } }
}

type Options<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn' | 'select'>

/** What `q` takes: input may be left out where the endpoint needs none. */
type Asked<E extends Endpoint, Rest> =
  Record<never, never> extends Input<E> ? [input?: Input<E>, rest?: Rest] : [input: Input<E>, rest?: Rest]

/** Options for what a link from a letter opens: a request that was refused while the page loaded is not repeated. */
export const ofLink = { retry: false, retryOnMount: false } as const

/** The query of a declared endpoint: its key, its call and the type of its data. */
export const q = <E extends Endpoint>(endpoint: E, ...[input, options]: Asked<E, Options<CallResponse<E>>>) =>
  keptQuery(endpoint, (response) => response, input as Input<E>, options)

const load = <E extends Endpoint>(endpoint: E, input: object, signal: AbortSignal) =>
  call(endpoint, ...([input, signal] as unknown as Arguments<E>))

/** The same for a response that is kept in another shape: `keep` makes that of what arrives. */
export const keptQuery = <E extends Endpoint, Kept>(
  endpoint: E,
  keep: (response: CallResponse<E>, askedAt: number) => Kept,
  input: Input<E>,
  options?: Options<Kept>,
) =>
  queryOptions({
    queryKey: keyOf(endpoint, input as PartialInput<E>) as QueryKey,
    queryFn: async ({ client, queryKey, signal }) => {
      const askedAt = Date.now()
      const again = client.getQueryData(queryKey) !== undefined
      return keep(await load(endpoint, { ...input, again }, signal), askedAt)
    },
    ...options,
  })

/** A response that is one page of a list. */
type PageOf<List extends string> = Record<List, { id: number }[]> & { page: number; pages: number; total: number }

/**
 * The query of an endpoint whose responses are pages of a list; `data` is the last response with the rows of all pages
 * loaded.
 */
export const qPages = <E extends Endpoint, const List extends string>(
  endpoint: CallResponse<E> extends PageOf<List> ? E : never,
  list: List,
  input: Input<E>,
  { firstPage = 1, ...options }: { firstPage?: number; placeholderData?: typeof keepPreviousData } = {},
) => {
  type Result = CallResponse<E> & PageOf<List>
  return infiniteQueryOptions({
    // another shape than that of `q`
    queryKey: [...keyOf(endpoint, input as PartialInput<E>), 'pages'] as QueryKey,
    queryFn: ({ client, queryKey, pageParam, signal }) => {
      const query = { ...(input.query as object), page: pageParam }
      const loaded = client.getQueryData<InfiniteData<Result, number>>(queryKey)
      const again = loaded?.pageParams.includes(pageParam) ?? false
      return load(endpoint as E, { ...input, query, again }, signal) as Promise<Result>
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    select: ({ pages }: InfiniteData<Result, number>) => mergePages<List, Result[List][number], Result>(list, pages),
    ...options,
  })
}
