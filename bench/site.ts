import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

/** How long the site may take to start, in milliseconds: it makes a database and fills it. */
const patience = 120_000

/** What is measured, and how to be done with it. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  stop: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const isReady = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The site as `npm start` runs it, with a demo school of its own that goes with it. */
const startSite = async (): Promise<Site> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'praktika-bench-'))
  const port = await freePort()
  // the machine's own settings would point it to a database with real people in it
  const { DATABASE_URL, PUBLIC_URL, SMTP_URL, S3_URL, ...env } = process.env
  const server = fork(join(root, 'server', 'main.ts'), {
    cwd: root,
    // a terminal's Ctrl+C is for us: we stop it when we have stopped asking it
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO: 'true' },
  })
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await ended
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  // from the terminal the signal comes twice: by itself, and passed on by the script
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().finally(() => process.exit(130)))
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + patience
  while (!(await isReady(url))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The site did not start.')
    }
    await sleep(100)
  }
  return { url, stop }
}

/** The site of `BENCH_URL`, which must have the demo accounts, or else one started for the measurement. */
export const openSite = async (): Promise<Site> => {
  const given = process.env.BENCH_URL?.replace(/\/+$/, '')
  return given ? { url: given, stop: async () => {} } : startSite()
}
