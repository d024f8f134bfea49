import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { as, type PostgresAccount } from './postgres-account.ts'

/** A running PostgreSQL of ours, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** The folder of its Unix socket, or '' where there are none. */
  socketDir: string
}

const pidFile = (dir: string) => join(dir, 'postmaster.pid')

/** The PostgreSQL that runs on the cluster in `dir`, whoever started it. */
export function findPostmaster(dir: string): Postmaster | undefined {
  const [pid, , , port, socketDir] = linesOf(pidFile(dir))
  if (!Number(pid) || socketDir === undefined || !isPostmaster(Number(pid), dir)) return undefined
  return { pid: Number(pid), port: Number(port), socketDir }
}

/**
 * Is this process the PostgreSQL of that cluster? After a crash or a restart of a container the number may belong to
 * any other program, even to another PostgreSQL. PostgreSQL works in its cluster's folder; where the system hides the
 * folder of another user's process, its command line names the cluster. A zombie has neither, and counts as gone.
 */
export function isPostmaster(pid: number, dir: string): boolean {
  if (!isAlive(pid) || !existsSync(dir)) return false
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/NH', '/FI', `PID eq ${pid}`], { encoding: 'utf8' }).stdout.includes('postgres')
  }
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
    return stdout.includes('postgres') && stdout.includes(dir)
  }
  if (linesOf(`/proc/${pid}/comm`)[0] !== 'postgres') return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir)
  } catch {
    return linesOf(`/proc/${pid}/cmdline`)[0]?.split('\0').includes(realpathSync(dir)) ?? false
  }
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * PostgreSQL does not start over a lock file whose number belongs to a living process of the same user, whatever
 * program that is, nor over an empty one. Everything else it decides itself, better than we could.
 */
export function clearStaleLocks(dir: string, socketLock: string | undefined) {
  for (const path of [pidFile(dir), socketLock]) {
    const stat = path ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (!path || !stat) continue
    const pid = Math.abs(Number(linesOf(path)[0]))
    const stale = pid ? isAlive(pid) && !isPostmaster(pid, dir) : Date.now() - stat.mtimeMs > 5000
    if (stale) rmSync(path, { force: true })
  }
}

/**
 * Starts PostgreSQL in its own session, writing to a file and not to us: so Ctrl+C reaches only our server, which then
 * stops the database properly, and the database survives it when we are killed.
 */
export function spawnPostmaster(account: PostgresAccount, postgres: string, args: string[], logFile: string) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const call = as(account, postgres, args)
  const child = spawn(call.program, call.args, {
    ...call.ids,
    cwd: '/',
    env: postgresEnv(),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  child.unref()
  const started = {
    pid: child.pid,
    exited: false,
    output: () => readFileSync(logFile).subarray(logStart).toString().trim(),
  }
  child.once('error', () => {
    started.exited = true
  })
  child.once('exit', () => {
    started.exited = true
  })
  return started
}

/**
 * Fast shutdown; after `seconds` the immediate one, from which the next start recovers. Resolves when the process is
 * gone.
 */
export async function stopPostmaster(postmaster: Postmaster, dir: string, pgCtl: string, seconds = 10) {
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-D', dir, '-m', 'fast', '-t', `${seconds}`])
    return
  }
  if (await gone(postmaster, dir, 'SIGINT', seconds)) return
  await gone(postmaster, dir, 'SIGQUIT', 10)
}

async function gone({ pid }: Postmaster, dir: string, signal: NodeJS.Signals, seconds: number) {
  const deadline = performance.now() + seconds * 1000
  if (isPostmaster(pid, dir)) process.kill(pid, signal)
  while (isPostmaster(pid, dir)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/**
 * Our own environment without what PostgreSQL would take for a setting (PGPORT, PGDATA), and the settings of our
 * memory.
 */
export function postgresEnv() {
  const ours = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|MALLOC_)/.test(name))
  return { ...Object.fromEntries(ours), LC_ALL: 'C' }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return []
  }
}
