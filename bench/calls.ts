import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BareResponse } from './bare.ts'
import type { LoadOrder, LoadResult } from './load.ts'

/** A call to measure. */
export interface Call {
  name: string
  path: string
  /** Null: as a guest. */
  token: string | null
  /** Min share of the requests that the bare server does with 16 connections. */
  aim?: number
}

/** The site and the bare server, under the same load in the same run. */
export interface CallResult {
  name: string
  bytes: number
  connections: number
  aim: number | null
  site: LoadResult
  bare: LoadResult
}

interface Durations {
  warmUp: number
  seconds: number
}

/** Sends an order to a process of the measurement, and returns its result. */
export const ask = async <Reply>(child: ChildProcess, message: object): Promise<Reply> => {
  const ended = new AbortController()
  const exit = once(child, 'exit', ended).then(() => {
    throw new Error('A process of the measurement has ended.')
  })
  exit.catch(() => {})
  child.send(message)
  const [reply] = await Promise.race([once(child, 'message', ended), exit])
  ended.abort()
  return reply
}

/** Starts a process of the measurement for as long as an act takes. */
export const withProcess = async <Result>(file: string, act: (child: ChildProcess) => Promise<Result>) => {
  const child = fork(join(import.meta.dirname, file))
  try {
    return await act(child)
  } finally {
    child.disconnect()
  }
}

/** Not compressed, as the measuring client requests it. */
export const headersOf = ({ token }: Call) => ({
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  'accept-encoding': 'identity',
})

const fetchOnce = async (url: string, call: Call): Promise<BareResponse & { bytes: number }> => {
  const response = await fetch(url, { headers: headersOf(call) })
  if (response.status !== 200) throw new Error(`GET ${call.path} returned ${response.status}.`)
  const body = Buffer.from(await response.arrayBuffer())
  const contentType = response.headers.get('content-type') ?? 'application/json'
  return { contentType, body: body.toString('base64'), bytes: body.length }
}

/**
 * Measures a call of the site alone, over one connection; it must have been made some times before. `client` is a
 * process of
 * `load.ts`.
 */
export const loadCall = async (client: ChildProcess, siteUrl: string, call: Call, seconds: number) =>
  ask<LoadResult>(client, { url: siteUrl + call.path, headers: headersOf(call), connections: 1, seconds })

/**
 * Makes each call for some seconds. A process that has just started runs slower than one that has run for minutes,
 * which only the call that is measured first would show.
 */
export const warmUpCalls = (siteUrl: string, calls: readonly Call[], seconds: number) =>
  withProcess('load.ts', async (client) => {
    for (const call of calls)
      await ask<LoadResult>(client, { url: siteUrl + call.path, headers: headersOf(call), connections: 16, seconds })
  })

/** Measures a call of the site and of the bare server in turns, so that other load on the machine affects both. */
export const measureCall = async (
  siteUrl: string,
  call: Call,
  connectionCounts: readonly number[],
  { warmUp, seconds }: Durations,
): Promise<CallResult[]> => {
  const url = siteUrl + call.path
  const { bytes, ...facts } = await fetchOnce(url, call)
  return withProcess('bare.ts', async (bareServer) => {
    const bareUrl = `http://127.0.0.1:${await ask<number>(bareServer, facts)}${call.path}`
    return withProcess('load.ts', async (client) => {
      const fire = (target: string, connections: number, duration: number) => {
        const order: LoadOrder = { url: target, headers: headersOf(call), connections, seconds: duration }
        return ask<LoadResult>(client, order)
      }
      const results: CallResult[] = []
      for (const connections of connectionCounts) {
        await fire(url, connections, warmUp)
        await fire(bareUrl, connections, warmUp)
        const site = await fire(url, connections, seconds)
        const bare = await fire(bareUrl, connections, seconds)
        results.push({
          name: call.name,
          bytes,
          connections,
          aim: connections === 1 ? null : (call.aim ?? null),
          site,
          bare,
        })
      }
      return results
    })
  })
}
