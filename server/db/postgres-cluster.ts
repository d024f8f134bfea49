import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '#server/sync-folder.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { as, giveTo, type PostgresAccount } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { isAlive, postgresEnv } from './postgres-process.ts'

/** The cluster's own superuser. The application uses another role: see `embedded.ts`. */
export const superuser = 'postgres'

const passwordFile = 'praktika.password'

/**
 * The password is in the cluster's folder, which only the database's user may enter, so the two cannot be separated.
 */
export async function readPassword(dir: string) {
  const password = await readFile(join(dir, passwordFile), 'utf8').catch(() => '')
  if (password) return password.trim()
  throw new EmbeddedPostgresError(`Нет пароля базы данных: файл ${join(dir, passwordFile)} пуст или не читается.`)
}

/**
 * The major version of PostgreSQL that made the cluster, and that alone can read it; null where there is no cluster.
 */
export async function clusterMajor(dir: string) {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => null)
  return version === null ? null : Number.parseInt(version, 10)
}

export async function clusterExists(dir: string) {
  return (await stat(join(dir, 'PG_VERSION')).catch(() => undefined)) !== undefined
}

/**
 * Creates the cluster in `dir`. It is created in a folder beside it and moved when complete: an interrupted run leaves
 * only a folder that the next start deletes. When two servers do this at once, the cluster of the first stays.
 */
export async function createCluster(
  dir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  newPassword = randomBytes(24).toString('base64url'),
) {
  await clearUnfinished(dir)
  const made = `${dir}.new-${process.pid}`
  const password = `${made}.password`
  try {
    await mkdir(made, { mode: 0o700 })
    await writeFile(password, newPassword, { mode: 0o600, flush: true })
    giveTo(account, made)
    giveTo(account, password)
    await runInitdb(binaries, account, made, password)
    await rename(password, join(made, passwordFile))
    await syncFolder(made)
    await rename(made, dir)
    await syncFolder(dirname(dir))
  } catch (error) {
    if (await clusterExists(dir)) return
    if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error
    throw new EmbeddedPostgresError(`В папке ${dir} лежит что-то, но не база данных. Уберите её или выберите другую.`)
  } finally {
    await rm(made, { recursive: true, force: true })
    await rm(password, { force: true })
  }
}

/** `--locale=C` for what ICU does not cover: it exists everywhere, and the log stays in the one language we parse. */
const icuLocale = ['--locale=C', '--locale-provider=icu', '--icu-locale=ru-RU']

/** Makes sure that a cluster of a server that has ended is on the disk: for one that ran with `fsync` off. */
export const syncCluster = (dir: string, { initdb }: PostgresBinaries, account: PostgresAccount) =>
  run(account, dir, initdb, [`--pgdata=${dir}`, '--sync-only'])

function runInitdb(
  { initdb, locale = icuLocale }: PostgresBinaries,
  account: PostgresAccount,
  dir: string,
  password: string,
) {
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums']
  const names = [`--pgdata=${dir}`, `--username=${superuser}`, `--pwfile=${password}`]
  return run(account, dir, initdb, [...names, ...options, ...locale])
}

async function run(account: PostgresAccount, dir: string, program: string, args: string[]) {
  const call = as(account, program, args)
  const child = spawn(call.program, call.args, {
    ...call.ids,
    cwd: '/',
    env: postgresEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      errors += error.message
      resolve(-1)
    })
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new EmbeddedPostgresError(`Не получилось создать базу данных в ${dirname(dir)}:\n${errors.trim()}`)
}

/**
 * Deletes what a server that was killed during initdb left. The folder is named after its process, since another server
 * may be creating one right now; and its initdb may have outlived it and still be writing, so what cannot be deleted
 * now is deleted next time.
 */
async function clearUnfinished(dir: string) {
  const prefix = `${basename(dir)}.new-`
  for (const name of await readdir(dirname(dir))) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (!pid || (pid !== process.pid && isAlive(pid))) continue
    await rm(join(dirname(dir), name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
