import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { formatNumber } from '#contract/format-number.ts'

/** The first pause before a process that died is started again, and the max pause, in milliseconds. */
const pausesMs = { first: 500, longest: 30_000 }

/** A process that ran for this long had no trouble: its next pause is the first one again. In milliseconds. */
const steadyMs = 60_000

/** A process did not start; why is printed. */
export class ProcessFailed extends Error {}

const wantsPort = 'wants the port'
const portIsFree = 'the port is free'

/**
 * In a process that is kept: waits until the first one, which may have held the port during the start, has freed it.
 */
export const waitForPort = async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = (message: unknown) => message === portIsFree && resolve()
  process.on('message', listen)
  process.send?.(wantsPort)
  await promise
  process.off('message', listen)
}

/**
 * Starts `count` processes of this program that listen on one port, and starts one again when it dies, after increasing
 * pauses. `env` adds to their environment; `freePort` is called when one is about to listen. `started` resolves with
 * the port when all of them have sent `started`, and rejects with ProcessFailed when one dies before. `stop` ends them
 * as SIGTERM does, and resolves when they are gone.
 */
export const keepProcesses = (count: number, env: Record<string, string>, freePort: () => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasStarted = false

  const start = (pauseMs: number) => {
    const worker = cluster.fork(env)
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    let port = 0
    worker.on('listening', (address) => {
      port = address.port
    })
    worker.on('message', async (message) => {
      if (message === 'started') resolve(port)
      if (message !== wantsPort) return
      await freePort()
      if (worker.isConnected()) worker.send(portIsFree)
    })
    const died = (why: string, hasPrintedWhy: boolean) => {
      reject(new ProcessFailed())
      if (signal.aborted) return
      if (!hasStarted) {
        if (!hasPrintedWhy) console.error(`Процесс сайта остановился (${why}) во время запуска.`)
        return
      }
      const pause = performance.now() - began > steadyMs ? pausesMs.first : pauseMs
      console.error(`Процесс сайта остановился (${why}). Запускаю снова через ${formatNumber(pause / 1000)} с.`)
      const timer = setTimeout(() => start(Math.min(pause * 2, pausesMs.longest)), pause)
      signal.addEventListener('abort', () => clearTimeout(timer))
    }
    worker.once('exit', (code, name) => died(name ?? `код ${code}`, name === null))
    worker.on('error', ({ message }) => {
      // otherwise it died before it read what was sent to it, and its exit follows
      if (worker.process.pid === undefined) died(message, false)
    })
    promise.catch(() => {})
    return promise
  }

  const startAll = async () => {
    // first alone: what keeps one from starting is printed once
    const port = await start(pausesMs.first)
    await Promise.all(Array.from({ length: count - 1 }, () => start(pausesMs.first)))
    hasStarted = true
    return port
  }

  const end = async (worker: Worker) => {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  }

  return {
    started: startAll(),
    stop: async () => {
      stopping.abort()
      await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? end(worker) : [])))
    },
  }
}
