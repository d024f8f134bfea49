import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Memory of one worker, in megabytes: one that needs more ends, and its job fails. */
const memoryMb = 512

/**
 * Max waiting jobs: there are more only when every worker is busy for long, and then refusing is better than letting
 * everybody wait.
 */
const maxWaiting = 500

/** How long an idle worker is kept, in milliseconds: it takes 40 MB, and about 0.3 s to start again. */
const maxIdleMs = 60_000

/** A job for a worker: a function of a module, with an input that can be copied to another thread. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the function takes; `Job` gives its caller the exact type
type JobFunction = (input: any) => unknown

interface Job {
  /** The module, such as `new URL('./write-xlsx.ts', import.meta.url)`. */
  module: URL
  /** The name of the exported function. */
  name: string
  /** Max milliseconds for waiting and running together; then the worker ends, and the job fails. */
  timeLimitMs: number
  /** Ends it early. */
  signal?: AbortSignal
  /** Ports in the input, which move to the worker. */
  ports?: MessagePort[]
}

/** Returns what runs jobs in up to `maxThreads` threads, which start when they are needed and end when idle. */
export const createWorkers = (maxThreads: number, idleMs = maxIdleMs) => {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    maxQueue: maxWaiting,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    // no options of this process, such as a test runner's loader
    execArgv: [],
  })
  return <Run extends JobFunction>(
    input: Parameters<Run>[0],
    { module, name, timeLimitMs, signal, ports = [] }: Job,
  ): Promise<Awaited<ReturnType<Run>>> => {
    const late = AbortSignal.timeout(timeLimitMs)
    return pool.run(input, {
      filename: fileURLToPath(module),
      name,
      signal: signal ? AbortSignal.any([signal, late]) : late,
      transferList: ports,
    })
  }
}

/**
 * Runs a job in a worker thread, so that it blocks nobody: everything that takes time over people's texts. Rejects when
 * it fails, exceeds its time limit or needs more memory than a worker has. One of several processes
 * (`WORKERS`) has two threads: there are half as many processes as cores.
 */
export const inWorker = createWorkers(cluster.isWorker ? 2 : Math.max(2, availableParallelism()))

/** Max time for a table of a whole school as a file, in milliseconds. */
export const tableTimeLimitMs = 60_000

/** The same for jobs of several minutes, one at a time, so that they do not hold up the others. */
export const inSlowWorker = createWorkers(1)

/** The same for jobs of a second or so, two at a time. */
export const inQuickWorker = createWorkers(2)

/** The same for reading files that people import, one at a time: they may take minutes, and all memory of a worker. */
export const inImportWorker = createWorkers(1)
