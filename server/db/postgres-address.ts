import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { giveTo, type PostgresAccount } from './postgres-account.ts'

/**
 * Where PostgreSQL listens: on a Unix socket only, or on systems without them on a port that only this machine reaches.
 */
export interface PostgresAddress {
  settings: Record<string, string>
  /** PostgreSQL's lock on its socket. */
  lockFile?: string
  /** Creates the socket's folder; call it before each start. */
  prepare(): void
  remove(): void
}

/**
 * On a Unix socket the port is only a part of its name. Not 5432, so that nobody mistakes it for the system's
 * PostgreSQL.
 */
const socketPort = 54329

/**
 * The socket's path has at most 107 bytes, and DATA_DIR may be longer, so the socket is in /tmp, in a folder named
 * after the cluster's. Not in os.tmpdir(): that differs between a login and a service, and can be long as well.
 */
export async function postgresAddress(dir: string, account: PostgresAccount): Promise<PostgresAddress> {
  if (process.platform === 'win32') {
    const port = await freePort()
    return { settings: { listen_addresses: '127.0.0.1', port: `${port}` }, prepare() {}, remove() {} }
  }
  const folder = `/tmp/praktika-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: folder,
      unix_socket_permissions: '0700',
      port: `${socketPort}`,
    },
    lockFile: join(folder, `.s.PGSQL.${socketPort}.lock`),
    prepare: () => makePrivateFolder(folder, account),
    remove() {
      try {
        rmdirSync(folder)
      } catch {
        // Not empty: another process has started the database again in the meantime.
      }
    },
  }
}

/** Anyone may create folders in /tmp: one created by somebody else could hold a false database. */
function makePrivateFolder(folder: string, account: PostgresAccount) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    const { uid } = lstatSync(folder)
    if (!lstatSync(folder).isDirectory() || ![account.uid, process.getuid?.()].includes(uid)) {
      throw new EmbeddedPostgresError(
        `Папку ${folder} занял другой пользователь. Удалите её и запустите сервер ещё раз.`,
      )
    }
  }
  giveTo(account, folder)
  chmodSync(folder, 0o700)
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
