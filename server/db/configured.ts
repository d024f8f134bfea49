import { join } from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { setDatabaseFiles } from '#server/db/database-client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { clusterExists, readPassword } from '#server/db/postgres-cluster.ts'
import { applicationUrl } from '#server/db/postgres-owner.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { openReplica, type Replica } from '#server/db/replica.ts'
import { setSecretKeys } from '#server/db/sealed.ts'
import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'

/** An open database, and how to close it. */
export interface OpenDatabase extends Database {
  replica: Replica | null
  close: () => Promise<void>
}

const clusterFolder = (config: Config) => join(config.dataDir, 'postgres')

/** How many connections the processes of a machine share, and how many each has at least. */
const connections = { shared: 20, min: 5 }

const open = (config: Config, url: string): OpenDatabase => {
  setSecretKeys(config.secretKeys)
  setDatabaseFiles(config.databaseFiles)
  const max = Math.max(connections.min, Math.floor(connections.shared / config.workers))
  const database = openDatabase(url, { directUrl: config.databaseDirectUrl, max })
  const replica = config.databaseReplicaUrl ? openReplica(config.databaseReplicaUrl, database, { max }) : null
  const close = async () => {
    await replica?.close()
    await database.pool.end().catch(() => {})
  }
  return { ...database, ...(replica && { read: replica.read }), replica, close }
}

/** The database of the configuration, for the server: an embedded one is upgraded, started and stopped with it. */
export const openConfiguredDatabase = async (config: Config, log: (line: string) => void): Promise<OpenDatabase> => {
  if (config.databaseUrl) return open(config, config.databaseUrl)
  await upgradeEmbeddedPostgres({ dir: clusterFolder(config), log })
  const embedded = await startEmbeddedPostgres({ dir: clusterFolder(config), log })
  const { close, ...database } = open(config, embedded.url)
  return {
    ...database,
    close: async () => {
      await close()
      await embedded.stop()
    },
  }
}

/** The same for a process that was started by one with that database, whose address is then in its environment. */
export const openDatabaseBeside = async (config: Config, env: { EMBEDDED_DATABASE_URL?: string }) =>
  open(config, config.databaseUrl ?? (env.EMBEDDED_DATABASE_URL as string))

/**
 * Throws ConfigError where there is no database yet: for commands that are of use to a site alone, before they do
 * anything. A folder that was misspelled must not become a second school.
 */
export const refuseWithoutDatabase = async (config: Config) => {
  if (config.databaseUrl || (await clusterExists(clusterFolder(config)))) return
  throw new ConfigError(`В ${config.dataDir} нет базы данных сайта. Проверьте переменную DATA_DIR.`)
}

/** The database for a command that may run beside the server: joins its embedded database instead of starting one. */
export const joinConfiguredDatabase = async (config: Config): Promise<OpenDatabase> => {
  const running = config.databaseUrl ? null : findPostmaster(clusterFolder(config))
  if (!running?.socketDir && !(running && process.platform === 'win32'))
    return openConfiguredDatabase(config, console.log)
  return open(config, applicationUrl(running, await readPassword(clusterFolder(config))))
}
