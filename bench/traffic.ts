import type { CDPSession } from '@playwright/test'

/** The kinds of requests in the table of pages. */
export const kinds = ['document', 'script', 'style', 'font', 'image', 'api', 'other'] as const
export type Kind = (typeof kinds)[number]

/** One request of a page, as the browser saw it; times in seconds on the browser's own clock. */
export interface Exchange {
  path: string
  kind: Kind
  begun: number
  /** Undefined while it is in progress. */
  ended?: number
  status?: number
  /** Bytes over the wire, compressed and with headers. */
  bytes: number
  failure?: string
}

const kindsOfTypes: Record<string, Kind> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
}

const extensions: [RegExp, Kind][] = [
  [/\.m?js$/, 'script'],
  [/\.css$/, 'style'],
  [/\.woff2?$/, 'font'],
]

/** A preloaded file has no type of its own, only a name. */
const kindOf = (path: string, type: string | undefined): Kind =>
  path.startsWith('/api/')
    ? 'api'
    : (kindsOfTypes[type ?? ''] ?? extensions.find(([pattern]) => pattern.test(path))?.[1] ?? 'other')

/** Records every request of a page from now on. */
export const watchTraffic = async (session: CDPSession, site: string) => {
  const exchanges = new Map<string, Exchange>()
  const origin = new URL(site).origin
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    const url = new URL(request.url)
    // inline pictures are no requests
    if (!url.protocol.startsWith('http')) return
    const address = url.pathname + url.search
    const path = url.origin === origin ? address : url.origin + address
    exchanges.set(requestId, { path, kind: kindOf(url.pathname, type), begun: timestamp, bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = exchanges.get(requestId)
    if (exchange) exchange.status = response.status
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = exchanges.get(requestId)
    if (exchange) Object.assign(exchange, { ended: timestamp, bytes: encodedDataLength })
  })
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, canceled }) => {
    const exchange = exchanges.get(requestId)
    if (exchange) Object.assign(exchange, { ended: timestamp, ...(canceled ? {} : { failure: errorText }) })
  })
  await session.send('Network.enable')
  return exchanges
}

/**
 * The longest sequence of API calls in which each began after the previous one had ended. One means that all of them
 * were sent together. Responses should be delayed for this, or independent calls look like a sequence.
 */
export const longestChain = (exchanges: Iterable<Exchange>): string[] => {
  const calls = [...exchanges].filter(({ kind }) => kind === 'api').sort((a, b) => a.begun - b.begun)
  const chains = new Map<Exchange, Exchange[]>()
  for (const call of calls) {
    const before = calls.filter(({ ended }) => ended !== undefined && ended < call.begun)
    const longest = before.map((other) => chains.get(other) ?? []).sort((a, b) => b.length - a.length)[0] ?? []
    chains.set(call, [...longest, call])
  }
  const longest = [...chains.values()].sort((a, b) => b.length - a.length)[0] ?? []
  return longest.map(({ path }) => path)
}
