import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { prepareSite } from '#server/testing/own-site.ts'
import { copyPrepared } from '#server/testing/prepared-folder.ts'

/** How soon the site is there, and what it takes at rest. Memory in megabytes; null where the system does not say. */
export interface StartResult {
  startMs: number
  /** The watcher and the server together; what they share counts once. */
  both: number | null
  watcher: number | null
  server: number | null
}

const restMs = 10_000

const memoryOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]) / 1000
  return { rss: megabytes('VmRSS'), own: megabytes('RssAnon'), files: megabytes('RssFile') }
}

const childOf = async (pid: number) =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim().split(' ')[0])

const known = (value: number) => (Number.isFinite(value) ? value : null)

const startOnce = async (port: number, dataDir: string) => {
  const began = performance.now()
  const watcher = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
  })
  const stop = async () => {
    if (watcher.exitCode !== null) return
    const ended = once(watcher, 'exit')
    watcher.kill('SIGTERM')
    await ended
  }
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (watcher.exitCode === null && !(await isHealthy())) await sleep(20)
  return { pid: watcher.pid as number, startMs: performance.now() - began, stop }
}

/** Starts the site where it has been before, with its demo school. */
export const measureStart = async (): Promise<StartResult> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'praktika-bench-start-'))
  try {
    const port = await freePort()
    await copyPrepared(dataDir, prepareSite)
    console.error('Starting the site')
    const { pid, startMs, stop } = await startOnce(port, dataDir)
    await sleep(restMs)
    const [watcher, server] = await Promise.all([memoryOf(pid), memoryOf(await childOf(pid))])
    await stop()
    return {
      startMs,
      both: known(watcher.own + server.own + Math.max(watcher.files, server.files)),
      watcher: known(watcher.rss),
      server: known(server.rss),
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
