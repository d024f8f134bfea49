import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { as, giveTo, postgresAccount } from '#server/db/postgres-account.ts'
import { freePort } from '#server/testing/free-port.ts'

const program = '/usr/sbin/pgbouncer'

/** Why PgBouncer cannot be tested here; null when it can. `npm test` installs it as root on Debian. */
export const missingPgbouncer = () =>
  spawnSync(program, ['--version']).status === 0
    ? null
    : 'нет PgBouncer; установите его: sudo apt-get install pgbouncer'

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Debian's PgBouncer in transaction mode in front of the database at `url`, with two connections to it: code that
 * relies on a session soon gets another one. Returns the address to connect to, and how to stop it.
 */
export const startPgbouncer = async (url: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: databasePort, username, password, pathname, searchParams } = new URL(url)
  const account = postgresAccount(join(folder, 'settings.ini'), program)
  const server = { host: searchParams.get('host') ?? hostname, port: databasePort, user: username, password }
  const settings = [
    '[databases]',
    `school = ${Object.entries({ ...server, dbname: pathname.slice(1) })
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 200',
    // only this test connects, and the password of the database is above
    'auth_type = any',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
  ]
  const path = join(folder, 'settings.ini')
  await writeFile(path, `${settings.join('\n')}\n`, { mode: 0o600 })
  for (const owned of [folder, path]) giveTo(account, owned)
  const call = as(account, program, ['--quiet', path])
  const bouncer = spawn(call.program, call.args, { ...call.ids, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(bouncer, 'exit')
  const stop = async () => {
    bouncer.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await listens(port))) {
    if (bouncer.exitCode !== null) throw new Error('PgBouncer did not start.')
    await sleep(50)
  }
  return { url: `postgres://${username}@127.0.0.1:${port}/school`, stop }
}
