import { callAddress } from '#contract/http/call-address.ts'
import type { CallInput, CallResponse, Endpoint } from '#contract/http/endpoint.ts'
import type { Problem } from '#contract/http/problem.ts'
import { readToken } from '#web/auth/token.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { takeEarly } from '#web/data/early-calls.ts'

/** A part of the input is asked for exactly when its schema asks for something. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

interface Extras {
  headers?: Record<string, string>
  /** The file for an endpoint with `upload`. */
  file?: File
  /** Further parts of the same form. */
  parts?: Record<string, string>
  /** A lost session is not asked back: the caller deals with the 401. */
  quiet?: boolean
  /** Goes through even when the page is being closed. */
  keepalive?: boolean
  /** Goes out only as this person: a text must not land in the account of who signed in meanwhile. */
  as?: number
  /** It is loaded again: what this page has is newer than what the device has kept. */
  again?: boolean
  /** Not an act of the person: a lost session is asked back once, then not again. */
  background?: boolean
}

/** What `call` sends to an endpoint. */
export type Input<E extends Endpoint> = Extras &
  Part<'params', CallInput<E>['params']> &
  Part<'query', CallInput<E>['query']> &
  Part<'body', CallInput<E>['body']>

/** The arguments after the endpoint in a call of `call`. */
export type Arguments<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, signal?: AbortSignal]
    : [input: Input<E>, signal?: AbortSignal]

interface Loose extends Extras {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** What a call asks of the session, which sets it. */
export const sessionLoss = {
  /** Asked when a call finds its session lost; true says that there is a new one. */
  regain: async (_lostToken: string, _background?: boolean): Promise<boolean> => false,
  /** Gives the password again, for an act that needs a fresh one: the typed one, or one that is asked for. */
  freshen: async (_typed: string | undefined): Promise<boolean> => false,
  /** Whether the stored token is this person's. */
  isPerson: (_userId: number): boolean => false,
}

/** What keeps answers on the device for times without a network, which sets it: see web/offline. */
export const device = {
  /** Receives each answer to a GET. */
  onAnswer: (_endpoint: Endpoint, _address: string, _body: unknown, _token: string | null): void => {},
  /** What it has kept of an answer; undefined for nothing. */
  find: async (_address: string, _token: string | null): Promise<unknown> => undefined,
}

const maxTagged = 50

/** The last response of each address that has a tag: the server does not send it again while it is the same. */
const tagged = new Map<string, { etag: string; body: unknown }>()

/** Forgets what was loaded by somebody who has signed out. */
export const forgetTagged = () => tagged.clear()

/** The calls that change something and are not answered, with when they were sent: see `useStopWaiting`. */
export const unanswered = new Map<AbortController, number>()

/**
 * Calls the API; without a network the device answers if it can. Throws ApiError and NetworkError; an abort throws what
 * `fetch` throws.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[input, signal]: Arguments<E>
): Promise<CallResponse<E>> => {
  const token = readToken()
  const key = callAddress(endpoint.path, (input ?? {}) as Loose)
  if (endpoint.method !== 'GET') {
    const own = new AbortController()
    // an upload may take long
    if (!signal && !(input as Extras | undefined)?.file) unanswered.set(own, Date.now())
    try {
      return (await ask(endpoint, input, signal ?? own.signal)).body as CallResponse<E>
    } finally {
      unanswered.delete(own)
    }
  }
  try {
    const { body, etag } = await ask(endpoint, input, signal, tagged.get(key))
    // not what somebody was sent who has signed out in the meantime
    if (readToken() === token) {
      if (etag) tag(key, { etag, body })
      device.onAnswer(endpoint, key, body, token)
    }
    return body as CallResponse<E>
  } catch (error) {
    const mayBeKept = error instanceof NetworkError && !(input as Extras | undefined)?.again
    const kept = mayBeKept ? await device.find(key, token).catch(() => undefined) : undefined
    if (kept === undefined) throw error
    return kept as CallResponse<E>
  }
}

const tag = (key: string, answer: { etag: string; body: unknown }) => {
  if (tagged.size >= maxTagged) tagged.clear()
  tagged.set(key, answer)
}

/** The body of an answer, which is the known one where that is unchanged. */
const ask = async (
  endpoint: Endpoint,
  input: unknown,
  signal: AbortSignal | undefined,
  known?: { etag: string; body: unknown },
): Promise<{ body: unknown; etag: string | null }> => {
  const sent = (input ?? {}) as Loose
  const asked = known ? { ...sent, headers: { ...sent.headers, 'if-none-match': known.etag } } : sent
  const response = await callForFile(endpoint, ...([asked, signal] as unknown as Arguments<Endpoint>))
  if (response.status === 304 && known) return known
  return {
    body: response.status === 204 ? undefined : await readBody(response),
    etag: response.headers.get('etag'),
  }
}

/** The same for a call whose response is a file, whose bytes are still to come. */
export const callForFile = async <E extends Endpoint>(
  endpoint: E,
  ...[input, signal]: Arguments<E>
): Promise<Response> => {
  const sent = (input ?? {}) as Loose
  const token = readToken()
  if (sent.as !== undefined && !sessionLoss.isPerson(sent.as)) throw new ApiError(401, {})
  const response = await request(endpoint, sent, token, signal)
  if (response.ok || response.status === 304) return response

  const error = new ApiError(response.status, await readProblem(response), response.headers.get('retry-after'))
  const lost = error.status === 401 && error.code !== 'wrong-credentials' && token !== null && !sent.quiet
  if (lost && (await sessionLoss.regain(token, sent.background)))
    return callForFile(endpoint, ...([input, signal] as Arguments<E>))
  if (error.code === 'password-needed' && !sent.quiet && (await sessionLoss.freshen(typedPassword(sent.body))))
    return callForFile(endpoint, ...([input, signal] as Arguments<E>))
  throw error
}

/** The password that a form has sent with its act. */
const typedPassword = (body: unknown) => {
  const { password } = (body ?? {}) as { password?: unknown }
  return typeof password === 'string' && password !== '' ? password : undefined
}

const request = async (endpoint: Endpoint, input: Loose, token: string | null, signal?: AbortSignal) => {
  const headers = new Headers({ accept: 'application/json', ...input.headers })
  if (token) headers.set('authorization', `Bearer ${token}`)
  let body: BodyInit | undefined
  if (input.file) {
    body = new FormData()
    // first: a server may stop reading at the file
    for (const [name, text] of Object.entries(input.parts ?? {})) body.append(name, text)
    body.append('file', input.file)
  } else if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(input.body)
  }
  const address = callAddress(endpoint.path, input)
  const early = endpoint.method === 'GET' ? takeEarly(address, token) : undefined
  try {
    if (early) return await early
    return await fetch(address, {
      method: endpoint.method,
      headers,
      body,
      signal,
      cache: 'no-store',
      keepalive: input.keepalive,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError()
  }
}

const readBody = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (error) {
    // something responded, but not our server; a response that broke off on the way is no SyntaxError
    throw error instanceof SyntaxError ? new ApiError(502, {}) : new NetworkError()
  }
}

const readProblem = async (response: Response): Promise<Partial<Problem>> => {
  try {
    return (await response.json()) as Partial<Problem>
  } catch {
    return {}
  }
}
