import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { startOwnSite } from '#server/testing/own-site.ts'
import { type Call, type CallResult, measureCall } from './calls.ts'

/** A call in the small demo school, and in the same school after many rows were added. */
export interface GrownResult {
  name: string
  connections: number
  few: CallResult['site']
  many: CallResult['site']
}

interface Growth {
  /** The name of the measurement, for the log. */
  name: string
  callsOf: (site: string) => Promise<Call[]>
  /** SQL that adds the many rows to the database. */
  fill: string
  /** How long each call is repeated. */
  seconds: number
}

const connectionCounts = [1, 16]

const measureAll = async (calls: Call[], site: string, seconds: number) => {
  const results = []
  for (const call of calls) {
    results.push(...(await measureCall(site, call, connectionCounts, { seconds, warmUp: Math.min(1, seconds) })))
  }
  return results
}

const grow = async (databaseUrl: string, fill: string) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(`begin; ${fill} commit`)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Measures calls to a separate site and database, before and after many rows are added. */
export const measureGrown = async ({ name, callsOf, fill, seconds }: Growth): Promise<GrownResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-grown-'))
  const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres') })
  const closers = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 }), () => postgres.stop()]
  const close = async () => {
    for (const end of closers.toReversed()) await end()
    closers.length = 0
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted)
  try {
    const site = await startOwnSite({ DATABASE_URL: postgres.url })
    closers.push(site.stop)
    console.error(`Asking for ${name} of the demo school`)
    const few = await measureAll(await callsOf(site.url), site.url, seconds)
    console.error('Adding much to it')
    await grow(postgres.url, fill)
    console.error(`Asking for ${name} again`)
    const many = await measureAll(await callsOf(site.url), site.url, seconds)
    return few.flatMap(({ name, connections, site: before }, index) => {
      const after = many[index]
      return after ? { name, connections, few: before, many: after.site } : []
    })
  } finally {
    await close()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupted)
  }
}
