import { createOutbox, type Job } from '#web/outbox/outbox.ts'
import { keepFile, removeFile } from '#web/outbox/outbox-entries.ts'
import type { Command, KeptUpload, Upload } from '#web/uploads/upload.ts'

/** What the tab that sends an upload needs. */
interface Sending {
  /** Its bytes; null while another tab has it, or when they are lost. */
  source: File | null
  /** Whether its bytes would outlive this page. */
  copied: boolean
  /** The request that runs. */
  running: AbortController | null
  token: string | null
  restarts: number
  /** It was forgotten: nothing of it may come back to the device. */
  over: boolean
}

export type UploadJob = Job<KeptUpload, Upload, Sending>

/** How an upload is shown that nothing is done about yet. */
export const shownOf = ({ refused, mayRetry = false, paused, file, ...kept }: KeptUpload): Upload => ({
  key: kept.key,
  target: kept.target,
  film: kept.film ?? null,
  name: kept.name,
  type: kept.type,
  size: kept.size,
  sent: kept.sent,
  speed: null,
  phase: file ? 'done' : refused ? 'failed' : paused ? 'paused' : 'waiting',
  problem: refused,
  mayRetry,
  needsFile: false,
  file,
})

/** The uploads of the signed-in person. */
export const outbox = createOutbox<KeptUpload, Upload, Sending, Command>({
  kind: 'upload',
  clock: { firstPauseMs: 500, maxPauseMs: 15_000 },
  shownOf,
  newWork: () => ({ source: null, copied: false, running: null, token: null, restarts: 0, over: false }),
})

export const { jobs, note, show } = outbox

/** The same as screens show them, oldest first. */
export const uploads = outbox.list

/** How many screens show the uploads of a target: what fails where nobody looks is shown in a message. */
export const watchers = new Map<string, number>()

/** How an upload is shown now. */
export const shown = (key: string) => jobs.get(key)?.shown

/** Keeps the upload and its bytes on the device, while they are being sent already. */
export const copy = async (job: UploadJob, source: File) => {
  job.work.source = source
  const { key } = job.kept
  await note(job, {})
  job.work.copied = await keepFile(key, source)
  // cancelled or sent meanwhile
  if (job.work.over || job.kept.file) await removeFile(key)
}
