import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { giveTo, postgresAccount } from '#server/db/postgres-account.ts'
import { postgresBinaries } from '#server/db/postgres-binaries.ts'
import { superuser } from '#server/db/postgres-cluster.ts'

/** What differs from one run of a server to the next, and the journal, which the replica receives from the primary. */
const left = /^(postmaster\.(pid|opts)|pg_internal\.init)$/

/** The same server for its superuser, in its own database. */
export const superuserUrl = (url: string) => {
  const address = new URL(url)
  address.username = superuser
  address.pathname = `/${superuser}`
  return address.href
}

const connectionString = (url: string) => {
  const { hostname, port, password, searchParams } = new URL(url)
  return `host=${searchParams.get('host') ?? hostname} port=${port} user=${superuser} password=${password}`
}

/** Copies the cluster of a running primary, as `pg_basebackup` does: the binaries of the npm package do not have it. */
const copyCluster = async (primary: { dir: string; url: string }, dir: string) => {
  const client = new pg.Client(superuserUrl(primary.url))
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    const journal = join(primary.dir, 'pg_wal')
    await cp(primary.dir, dir, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => dirname(path) !== journal && !left.test(basename(path)),
    })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(dir, 'backup_label'), rows[0].labelfile, { mode: 0o600 })
    await writeFile(join(dir, 'standby.signal'), '', { mode: 0o600 })
  } finally {
    await client.end()
  }
}

/** A streaming replica of a cluster, and how to start it again after a stop. */
export interface TestReplica extends EmbeddedPostgres {
  start: () => Promise<void>
}

/** Starts a streaming replica of the running embedded cluster in `primary.dir`, in the folder `dir`. */
export const startReplica = async (
  primary: { dir: string; url: string },
  { dir, settings = {} }: Pick<EmbeddedPostgresOptions, 'dir' | 'settings'>,
): Promise<TestReplica> => {
  const account = postgresAccount(primary.dir, postgresBinaries().postgres)
  await mkdir(dir, { mode: 0o700 })
  await copyCluster(primary, dir)
  for (const path of ['', ...(await readdir(dir, { recursive: true }))]) giveTo(account, join(dir, path))
  const start = () =>
    startEmbeddedPostgres({ dir, settings: { ...settings, primary_conninfo: connectionString(primary.url) } })
  let server = await start()
  return {
    url: server.url,
    stop: () => server.stop(),
    start: async () => {
      server = await start()
    },
  }
}
