import { readToken } from '#web/auth/token.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { removeFile } from '#web/outbox/outbox-entries.ts'
import { askForFile, pump, waitForNetwork } from '#web/uploads/send-upload.ts'
import type { Command } from '#web/uploads/upload.ts'
import { note, outbox, show, type UploadJob } from '#web/uploads/upload-jobs.ts'

const stop = (job: UploadJob) => {
  job.work.running?.abort()
  job.work.running = null
  job.clock.stop()
}

/** The network is gone: does not wait for the request to find out. */
export const loseNetwork = (job: UploadJob) => {
  if (!job.work.running || job.shown.phase !== 'sending') return
  stop(job)
  waitForNetwork(job, new NetworkError())
}

const pause = (job: UploadJob) => {
  stop(job)
  void note(job, { paused: true, sent: job.shown.sent })
  show(job, { phase: 'paused', speed: null, problem: null })
  pump()
}

export const resume = (job: UploadJob) => {
  if (job.work.running) return
  if (!job.work.source) {
    // a refused one is not asked for before somebody wants it
    if (job.own && job.kept.refused) {
      void note(job, { refused: null })
      askForFile(job)
    }
    return
  }
  stop(job)
  job.clock.reset()
  void note(job, { paused: false, refused: null })
  show(job, { phase: 'waiting', problem: null })
  pump()
}

/** Takes an upload off the screens and the device. */
export const forget = async (job: UploadJob) => {
  const removing = outbox.remove(job)
  pump()
  await removing
  await removeFile(job.kept.key)
}

/** The same, and the server deletes what it has. */
const cancel = async (job: UploadJob) => {
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
export const commands: Record<Command, (job: UploadJob) => unknown> = { pause, resume, cancel }
