import { NetworkError } from '#web/app/api-error.ts'
import { readToken } from '#web/auth/token.ts'
import { dropUpload } from '#web/uploads/kept-uploads.ts'
import { pump, waitForNetwork, wake } from '#web/uploads/send-upload.ts'
import { type Job, jobs, note, show, shown, uploads } from '#web/uploads/upload-jobs.ts'
import { type Command, tellTabs } from '#web/uploads/upload-tabs.ts'

const stop = (job: Job) => {
  job.running?.abort()
  job.running = null
  if (job.timer) clearTimeout(job.timer)
  job.timer = null
}

/** The network is gone: does not wait for the request to find out. */
export const loseNetwork = (job: Job) => {
  if (!job.running || shown(job.kept.key)?.phase !== 'sending') return
  stop(job)
  waitForNetwork(job, new NetworkError())
}

const pause = (job: Job) => {
  stop(job)
  void note(job, { paused: true, sent: shown(job.kept.key)?.sent ?? 0 })
  show(job, { phase: 'paused', speed: null, problem: null })
  pump()
}

export const resume = (job: Job) => {
  if (job.running || !job.source) return wake(job)
  stop(job)
  job.tries = 0
  void note(job, { paused: false, refused: null })
  show(job, { phase: 'waiting', problem: null })
  pump()
}

/** Stops working on an upload, here; the device keeps it. */
export const leave = (job: Job) => {
  stop(job)
  jobs.delete(job.kept.key)
  job.letGo.abort()
  job.release()
}

/** Takes an upload off the screens and the device. */
export const forget = async (job: Job) => {
  const { key } = job.kept
  stop(job)
  job.over = true
  jobs.delete(key)
  uploads.set(uploads.get().filter((upload) => upload.key !== key))
  tellTabs({ kind: 'gone', key })
  pump()
  await dropUpload(key)
  job.letGo.abort()
  job.release()
}

/** The same, and tells the server to throw away what it has. */
const cancel = async (job: Job) => {
  const { url } = job.kept
  await forget(job)
  // without an answer it is swept some days later
  if (url) await terminate(url).catch(() => {})
}

const terminate = async (url: string) => {
  for (const delay of [0, 1000, 4000]) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    const headers = { authorization: `Bearer ${readToken()}`, 'tus-resumable': '1.0.0' }
    const { status } = await fetch(url, { method: 'DELETE', headers, keepalive: true })
    // the request that was cut off may not have let go yet
    if (status < 500 && status !== 423 && status !== 409) return
  }
}

/** What a person does to an upload, in this tab or in another one. */
export const commands: Record<Command, (job: Job) => unknown> = { pause, resume, cancel }
