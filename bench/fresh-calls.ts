import type pg from 'pg'
import { type Call, headersOf } from './calls.ts'
import type { Site } from './site.ts'

/** What the triggers of a change would have sent: nothing that was kept counts any more, but sessions. */
export const dropKept = (client: pg.Client) =>
  client.query(`select pg_notify('praktika_changes', name) from (
    select tablename from pg_tables where schemaname = 'public' and tablename <> 'sessions'
    union all values ('in_course'), ('in_tasks_of')) as watched(name)`)

/** A call that may change something. */
export interface FreshCall extends Call {
  /** The body of the nth call; without it the call reads. */
  body?: (nth: number) => object
}

/** A call for which nothing is kept. Times in milliseconds. */
export interface FreshResult {
  name: string
  /** Statements sent to the database: the fewest of all calls, as others are sent at their own times. */
  queries: number
  bytes: number
  p50: number
  p95: number
}

/** Calls of which the first are not counted. */
const repeats = { warmUp: 4, measured: 30 }

const percentile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

/** Measures a call over one connection, each time after a change of every table. */
export const measureFresh = async (site: Site, client: pg.Client, call: FreshCall): Promise<FreshResult> => {
  const times: number[] = []
  const counts: number[] = []
  let bytes = 0
  for (let nth = 0; nth < repeats.warmUp + repeats.measured; nth += 1) {
    await dropKept(client)
    const before = site.queries()
    const sent = performance.now()
    const response = await fetch(site.url + call.path, {
      headers: { ...headersOf(call), ...(call.body && { 'content-type': 'application/json' }) },
      ...(call.body && { method: 'POST', body: JSON.stringify(call.body(nth)) }),
    })
    bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok) throw new Error(`${call.path} returned ${response.status}.`)
    if (nth < repeats.warmUp) continue
    times.push(performance.now() - sent)
    counts.push(site.queries() - before)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    name: call.name,
    queries: Math.min(...counts),
    bytes,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
  }
}
