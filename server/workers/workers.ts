import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Memory of one worker, in megabytes: one that needs more ends, and its job fails. */
const memory = 512

/**
 * Max waiting jobs: there are more only when every worker is busy for long, and then refusing is better than letting
 * everybody wait.
 */
const mostWaiting = 500

/** A job for a worker: a function of a module, with an input that can be copied to another thread. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the function takes; `Work` gives its caller the exact type
type Task = (input: any) => unknown

interface Work {
  /** The module, such as `new URL('./write-xlsx.ts', import.meta.url)`. */
  module: URL
  /** The name of the exported function. */
  name: string
  /** Max milliseconds for waiting and running together; then the worker ends, and the job fails. */
  timeLimit: number
  /** Ends it early. */
  signal?: AbortSignal
  /** Ports in the input, which move to the worker. */
  ports?: MessagePort[]
}

const createWorkers = (most: number) => {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    // starting one again costs its next visitor a second
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: mostWaiting,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // no options of this process, such as a test runner's loader
    execArgv: [],
  })
  return <Work_ extends Task>(
    input: Parameters<Work_>[0],
    { module, name, timeLimit, signal, ports = [] }: Work,
  ): Promise<Awaited<ReturnType<Work_>>> => {
    const late = AbortSignal.timeout(timeLimit)
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
 * it fails, exceeds its time limit or needs more memory than a worker has.
 */
export const inWorker = createWorkers(Math.max(2, availableParallelism()))

/** Max time for a table of a whole school as a file, in milliseconds. */
export const tableTimeLimit = 60_000

/** The same for jobs of several minutes, one at a time, so that they do not hold up the others. */
export const inSlowWorker = createWorkers(1)

/** The same for jobs of a second or so, two at a time. */
export const inQuickWorker = createWorkers(2)
