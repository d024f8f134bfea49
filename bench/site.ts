import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { prepareSite, startOwnSite } from '#server/testing/own-site.ts'
import { copyPrepared } from '#server/testing/prepared-folder.ts'
import { countQueries } from './count-queries.ts'
import { fillSchool, readBase, type SchoolSize } from './fill.ts'

/** The measured site, and how to stop it. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** The server's process; null when it is not ours. */
  pid: () => number | null
  /** Its own database; null when it is not ours. */
  databaseUrl: string | null
  /**
   * Adds what the school lacks to one of this many users, and people who take no course up to `people`; returns how
   * long that took, in milliseconds.
   */
  fill: (users: number, people?: number) => Promise<number>
  /** How many statements it has sent to its database, when they are counted. */
  queries: () => number
  stop: () => Promise<void>
}

const elsewhere = (url: string): Site => ({
  url,
  pid: () => null,
  databaseUrl: null,
  fill: () => Promise.reject(new Error('A site that runs elsewhere keeps its school unchanged.')),
  queries: () => 0,
  stop: async () => {},
})

/**
 * The site of `BENCH_URL`, which must have the demo accounts, or one started for the measurement, with the demo school;
 * `env` adds to its environment. With `isCounted` its statements are counted on their way to the database, which takes
 * a moment for each of them.
 */
export const openSite = async (env: Record<string, string> = {}, { isCounted = false } = {}): Promise<Site> => {
  const given = process.env.BENCH_URL?.replace(/\/+$/, '')
  if (given) return elsewhere(given)
  const folder = await mkdtemp(join(tmpdir(), 'praktika-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
  let stopped: Promise<void> | undefined
  const close = async () => {
    for (const end of closers.toReversed()) await end()
  }
  const stop = () => {
    stopped ??= close()
    return stopped
  }
  // from the terminal the signal arrives twice: directly, and forwarded by the script
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().finally(() => process.exit(130)))
  }
  try {
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await copyPrepared(dataDir, prepareSite)
    // the site closes its folder to other users, the database's among them
    const dir = join(folder, 'postgres')
    await rename(join(dataDir, 'postgres'), dir).catch((cause) => {
      throw new Error('There is no prepared site: npm run bench makes one.', { cause })
    })
    const postgres = await startEmbeddedPostgres({ dir })
    closers.push(() => postgres.stop())
    const counted = isCounted ? await countQueries(postgres.url) : null
    if (counted) closers.push(counted.stop)
    const site = await startOwnSite({ DATA_DIR: dataDir, DATABASE_URL: counted?.url ?? postgres.url, ...env })
    closers.push(site.stop)
    const base = await readBase(postgres.url)
    let filled: SchoolSize = { users: 0, people: 0 }
    const fill = async (users: number, people = users) => {
      console.error(`Filling the school: ${people.toLocaleString('en')} users`)
      const wanted = { users, people }
      const took = await fillSchool(postgres.url, base, filled, wanted)
      filled = wanted
      await site.kill()
      await site.start()
      return took
    }
    const queries = () => counted?.count() ?? 0
    return { url: site.url, pid: site.pid, databaseUrl: postgres.url, fill, queries, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
