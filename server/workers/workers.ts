import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Memory of one worker, in megabytes: one that needs more ends, and its task fails. */
const memory = 512

/**
 * Tasks that wait, at most: more come only when every worker is busy for long, and then refusing is better than letting
 * everybody wait.
 */
const mostWaiting = 500

/** What a worker is asked to do: a function of a module, over what can be copied to another thread. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the function takes; `Work` gives its caller the exact type
type Task = (input: any) => unknown

interface Work {
  /** The module, such as `new URL('./write-xlsx.ts', import.meta.url)`. */
  module: URL
  /** The name of the function that the module exports. */
  name: string
  /** Milliseconds that waiting and working may take together; then the worker ends, and the task fails. */
  timeLimit: number
  /** Ends it earlier. */
  signal?: AbortSignal
  /** Ports in the input, which move to the worker. */
  ports?: MessagePort[]
}

const createWorkers = (most: number) => {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: most,
    // starting one anew costs its next visitor a second
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: mostWaiting,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // nothing of how this process was started, such as a test runner's loader
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
 * Does a piece of work in a thread of its own, so that it keeps nobody waiting: whatever takes its time over what people
 * wrote. Rejects when it fails, takes longer than its limit or needs more memory than a worker has.
 */
export const inWorker = createWorkers(Math.max(2, availableParallelism()))

/** Milliseconds for a table of a whole school, as a file. */
export const tableTimeLimit = 60_000

/** The same for what goes on for minutes, one at a time: it holds up none of the others. */
export const inSlowWorker = createWorkers(1)

/** Does beside the process what takes a second or so, two at a time. Rejects like the others. */
export const inQuickWorker = createWorkers(2)
