import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { copyPrepared } from '#server/testing/prepared-folder.ts'

const root = join(import.meta.dirname, '../..')

/** How long the site may take to start, in milliseconds: it creates a database and fills it. */
export const patienceMs = 120_000

/** The site in a separate process, with its own port and folder. It must have been built. */
export interface OwnSite {
  /** Without a slash at the end; the same after a restart. */
  url: string
  /** Its folder: the embedded database, files, letters. */
  folder: string
  /** The server's process. */
  pid: () => number
  /** Ends the server at once, as a power cut would (SIGKILL): its database survives. */
  kill: () => Promise<void>
  /** Ends it as systemd does (SIGTERM), and waits until it is gone; its folder stays. */
  terminate: () => Promise<void>
  /** Starts the server again where it was, after `kill` or `terminate`. */
  start: () => Promise<void>
  /** Ends everything and deletes the folder. */
  stop: () => Promise<void>
}

const isReady = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const isRunning = (server: ChildProcess) => server.exitCode === null && server.signalCode === null

/** Leaves the data folder of a site with its demo school, which has ended. See `copyPrepared`. */
export const prepareSite = async (folder: string) => {
  const site = await startOwnSite({ DATA_DIR: folder })
  await site.stop()
}

/**
 * Starts the site as `npm start` runs it, with its own demo school. `env` adds to its environment: with a DATABASE_URL,
 * several can share one database, as processes of one site do. With a DATA_DIR it starts from what is
 * there; otherwise the demo school may be a copy of one that was made before. `project` is the folder with the build.
 */
export const startOwnSite = async (env: Record<string, string> = {}, project = root): Promise<OwnSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'praktika-site-'))
  const port = Number(env.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  // the machine's own settings could point it to a database with real people in it
  const {
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_REPLICA_URL,
    PUBLIC_URL,
    SMTP_URL,
    S3_URL,
    METRICS_PORT,
    ...inherited
  } = process.env
  const { DATA_DIR, DEMO = 'true' } = env
  if (DEMO === 'true' && !DATA_DIR && !env.DATABASE_URL) await copyPrepared(dataDir, prepareSite)
  let server: ChildProcess

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!isRunning(server)) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const start = async () => {
    const built = JSON.parse(await readFile(join(project, 'build', 'current.json'), 'utf8'))
    server = fork(join(project, 'build', built.server.folder, 'main.js'), {
      cwd: root,
      execPath: join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
      execArgv: built.server.flags,
      // a terminal's Ctrl+C is for us: we stop the site at the end
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...built.server.env,
        ...inherited,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO,
        WORKERS: '1',
        ...env,
      },
    })
    const deadline = Date.now() + patienceMs
    let hasStarted = false
    server.on('message', (message) => {
      hasStarted ||= message === 'started'
    })
    while (!hasStarted || !(await isReady(url))) {
      if (!isRunning(server) || Date.now() > deadline) {
        await stop()
        throw new Error('The site did not start.')
      }
      await sleep(100)
    }
  }
  await start()
  return {
    url,
    folder: DATA_DIR ?? dataDir,
    start,
    stop,
    pid: () => server.pid as number,
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
  }
}
