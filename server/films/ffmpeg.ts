import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'

/** Memory that a run may address, in kilobytes: it has a stranger's file before it. */
const memoryKb = 4_000_000

const isWindows = process.platform === 'win32'

/** A run of a program. */
interface Run {
  program: string
  args: string[]
  /** Max milliseconds. */
  timeLimitMs: number
  signal?: AbortSignal | undefined
  /** Takes each line that it writes; otherwise they are returned together. */
  onLine?: (line: string) => void
}

/** A program that failed, or took too long. */
export class ProgramFailed extends Error {}

/**
 * Runs a program apart from the site, after everything else in the machine's queue, with limits of memory and time and
 * without the settings of this process. Returns what it wrote. Throws ProgramFailed.
 */
export const runApart = async ({ program, args, timeLimitMs, signal, onLine }: Run): Promise<string> => {
  const seconds = Math.ceil(timeLimitMs / 1000)
  const limits = `ulimit -v ${memoryKb}; ulimit -t ${seconds}; exec nice -n 19 "$0" "$@"`
  const [file, all] = isWindows ? [program, args] : ['/bin/sh', ['-c', limits, program, ...args]]
  const late = AbortSignal.timeout(timeLimitMs)
  const child = spawn(file, all, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LANG: 'C' },
    signal: signal ? AbortSignal.any([signal, late]) : late,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    let problem: unknown
    child.once('error', (error) => {
      problem = error
      if (child.pid === undefined) reject(error)
    })
    // a killed one may be writing until then
    child.once('close', (code) => (problem ? reject(problem) : resolve(code)))
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-1000)
  })
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
  const output = onLine ? '' : buffer(child.stdout).catch(() => Buffer.alloc(0))
  try {
    const code = await ended
    if (code === 0) return String(await output)
    throw new ProgramFailed(`${program} ended with ${code}: ${complaints}`)
  } catch (error) {
    if (error instanceof ProgramFailed) throw error
    throw new ProgramFailed(`${program} did not run to its end.`, { cause: error })
  }
}

/** The programs that read and turn films. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/** Looks for ffmpeg with what we need of it; null where the machine has none: then films play as they were uploaded. */
export const findFfmpeg = async (): Promise<Ffmpeg | null> => {
  try {
    const [encoders] = await Promise.all([
      runApart({ program: 'ffmpeg', args: ['-hide_banner', '-encoders'], timeLimitMs: 15_000 }),
      runApart({ program: 'ffprobe', args: ['-version'], timeLimitMs: 15_000 }),
    ])
    return /\blibx264\b/.test(encoders) && /\baac\b/.test(encoders) ? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' } : null
  } catch {
    return null
  }
}
