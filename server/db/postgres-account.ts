import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './embedded-error.ts'

/**
 * The user PostgreSQL runs as. For an ordinary user: themselves, so everything here is empty. For root, which
 * PostgreSQL refuses: a separate user, with a capability where that user may not enter the folders that lead to its
 * files.
 */
export interface PostgresAccount {
  uid?: number
  gid?: number
  capability?: string
}

const name = 'postgres'

/**
 * Finds (as root: or creates) the account for the cluster in `dir`, and makes sure that it can reach cluster and
 * binary.
 */
export function postgresAccount(dir: string, binary: string): PostgresAccount {
  const uid = process.getuid?.()
  const owner = statSync(dir, { throwIfNoEntry: false })
  if (uid === undefined) return {}
  if (uid !== 0) {
    if (!owner || owner.uid === uid) return {}
    throw new EmbeddedPostgresError(
      `База данных ${dir} принадлежит другому пользователю. ` +
        'Запустите сервер от имени того, кто запускал его раньше, или укажите другой каталог в DATA_DIR.',
    )
  }
  const account = owner?.uid ? { uid: owner.uid, gid: owner.gid } : (findUser() ?? makeUser())
  return reachable(account, [binary, dirname(dir)])
}

/** How to run a program as that account: arguments for `spawn` and `spawnSync`. */
export function as(account: PostgresAccount, program: string, args: string[]) {
  const { uid, gid, capability } = account
  if (!capability) return { program, args, ids: uid === undefined ? {} : { uid, gid } }
  // PostgreSQL checks its own binary by access(2), which ignores the capabilities of a process that is not root unless
  // `no_setuid_fixup` is set.
  const only = `-all,+${capability}`
  const options = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups', '--securebits', '+no_setuid_fixup']
  const capabilities = [`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`]
  return { program: 'setpriv', args: [...options, ...capabilities, program, ...args], ids: {} }
}

/** Changes the owner of a file to the account. */
export function giveTo(account: PostgresAccount, path: string) {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}

function findUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : 0
  })
  return uid && gid ? { uid, gid } : undefined
}

function makeUser() {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  const user = findUser()
  if (user) return user
  throw new EmbeddedPostgresError(
    'PostgreSQL не работает от имени root, а завести для него пользователя не получилось. ' +
      `Заведите системного пользователя ${name} или запустите сервер от имени обычного пользователя.`,
  )
}

/**
 * A clone under /root is closed to every other user. There the database gets the right to pass through closed folders
 * and no other right of root's: reading is enough for it, but a container often can grant only the wider right.
 */
function reachable(user: { uid: number; gid: number }, paths: string[]): PostgresAccount {
  for (const capability of [undefined, 'dac_read_search', 'dac_override']) {
    const account = { ...user, capability }
    const closed = paths.some((path) => {
      const { program, args, ids } = as(account, 'test', ['-x', path])
      return spawnSync(program, args, { ...ids, cwd: '/' }).status !== 0
    })
    if (!closed) return account
  }
  throw new EmbeddedPostgresError(
    `Пользователю ${name}, от имени которого работает база данных, закрыт путь к ${paths.join(' или ')}. ` +
      'Перенесите папку проекта туда, куда можно войти всем (например, в /srv), или запустите сервер от имени обычного пользователя.',
  )
}
