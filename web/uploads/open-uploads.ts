import { readFile } from '#web/outbox/outbox-entries.ts'
import { askForFile, pump } from '#web/uploads/send-upload.ts'
import { commands, loseNetwork, resume } from '#web/uploads/steer-upload.ts'
import { jobs, outbox, show, shownOf, type UploadJob } from '#web/uploads/upload-jobs.ts'

/** This tab sends the upload from now on. */
const onOwn = async (job: UploadJob) => {
  const { kept, work } = job
  if (!work.source && !kept.file) {
    work.source = await readFile(kept.key)
    work.copied = work.source !== null
    if (!outbox.isCurrent(job)) return
  }
  show(job, shownOf(job.kept))
  // whole: it waits for a form, not for a tab
  if (job.kept.file) return outbox.release(job)
  if (!work.source && !job.kept.refused) askForFile(job)
  pump()
}

const onStop = ({ work }: UploadJob, isOver: boolean) => {
  work.over ||= isOver
  work.running?.abort()
  work.running = null
}

/** Resumes with the new session what a lost session has stopped. */
const onSignedIn = () => {
  for (const job of jobs.values()) {
    const isStopped = job.own && !job.work.running && !job.kept.paused && job.shown.phase === 'paused'
    if (isStopped && job.work.source) resume(job)
  }
}

/** Whether an upload is in this page only: the device could not keep it, so it would be lost with the page. */
const isOnlyHere = ({ own, work, kept }: UploadJob) =>
  own && work.source && !work.copied && (!kept.refused || kept.mayRetry)

let awake = false

/** Resumes what the device has kept, and follows the network. */
export const wakeUploads = () => {
  if (awake) return
  awake = true
  addEventListener('offline', () => {
    for (const job of jobs.values()) loseNetwork(job)
  })
  addEventListener('beforeunload', (event) => {
    if ([...jobs.values()].some(isOnlyHere)) event.preventDefault()
  })
  outbox.start({ onOwn, onStop, onSignedIn, onCommand: (job, command) => commands[command](job) })
}
