import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { readPassword } from '#server/db/postgres-cluster.ts'
import { applicationUrl } from '#server/db/postgres-owner.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'

/** An open database, and how to close it. */
export interface OpenDatabase extends Database {
  close: () => Promise<void>
}

const clusterFolder = (config: Config) => join(config.dataDir, 'postgres')

/** The database of the configuration, for the server: an embedded one is started and stopped with it. */
export const openConfiguredDatabase = async (config: Config, log: (line: string) => void): Promise<OpenDatabase> => {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dir: clusterFolder(config), log })
  const database = openDatabase(config.databaseUrl ?? (embedded?.url as string))
  return {
    ...database,
    close: async () => {
      await database.pool.end().catch(() => {})
      await embedded?.stop()
    },
  }
}

/** The same for a command that may run beside the server: joins its embedded database instead of starting one. */
export const joinConfiguredDatabase = async (config: Config): Promise<OpenDatabase> => {
  const running = config.databaseUrl ? null : findPostmaster(clusterFolder(config))
  if (!running?.socketDir && !(running && process.platform === 'win32'))
    return openConfiguredDatabase(config, console.log)
  const database = openDatabase(applicationUrl(running, await readPassword(clusterFolder(config))))
  return { ...database, close: () => database.pool.end() }
}
