import pg from 'pg'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { superuser } from './postgres-cluster.ts'
import type { Postmaster } from './postgres-process.ts'

/** The name of the application's database, and of its role. */
const application = 'praktika'

/** Any number that no other lock in the database `postgres` uses. */
const lockKey = 738_201

/**
 * Tries to become the one server that owns this database: returns a connection that holds the lock, or the reason why
 * not. PostgreSQL releases an advisory lock the moment its holder dies, which no file on a disk does.
 */
export async function tryToOwn(
  { port, socketDir }: Postmaster,
  password: string,
): Promise<pg.Client | 'in use' | 'starting' | 'unreachable'> {
  // Until it listens, its pid file has no address. An empty host would mean whatever else is on this machine.
  if (!socketDir && process.platform !== 'win32') return 'starting'
  const client = new pg.Client({
    host: socketDir || '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    ssl: false,
    application_name: `${application}: owner`,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS owned', [lockKey])
    if (rows[0].owned) return client
    await client.end()
    return 'in use'
  } catch (error) {
    client.end().catch(() => {})
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28P01') {
      throw new EmbeddedPostgresError('Встроенная база данных не принимает пароль из своего файла praktika.password.')
    }
    return code === '57P03' ? 'starting' : 'unreachable'
  }
}

/**
 * The application's role owns its database and is no superuser: a hole in a query must not become one in the machine,
 * since a superuser of PostgreSQL reads files and starts programs. It may create databases, for the tests.
 */
export async function createApplication(owner: pg.Client, password: string) {
  const { rowCount: role } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [application])
  if (!role) await owner.query(`CREATE ROLE ${application} LOGIN CREATEDB PASSWORD ${owner.escapeLiteral(password)}`)
  const { rowCount: database } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [application])
  if (!database) await owner.query(`CREATE DATABASE ${application} OWNER ${application}`)
}

/**
 * A URL that `pg`, drizzle-kit and libpq all parse: the socket's folder is a parameter, the name before it is not
 * looked up.
 */
export function applicationUrl({ port, socketDir }: Postmaster, password: string) {
  const address = socketDir
    ? `localhost:${port}/${application}?host=${encodeURIComponent(socketDir)}`
    : `127.0.0.1:${port}/${application}`
  return `postgres://${application}:${password}@${address}`
}
