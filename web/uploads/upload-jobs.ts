import { createStore } from '#web/ui/store.ts'
import { dropBytes, dropUpload, type KeptUpload, keepBytes, keepUpload } from '#web/uploads/kept-uploads.ts'
import type { Upload } from '#web/uploads/upload.ts'
import { tellTabs } from '#web/uploads/upload-tabs.ts'

/** An upload as this tab works on it. */
export interface Job {
  kept: KeptUpload
  /** Its bytes; null while another tab has it, or when they are lost. */
  source: File | null
  /** Whether its bytes would outlive this page. */
  copied: boolean
  /** This tab sends it, and no other one. */
  own: boolean
  /** When another tab last spoke of it. */
  heardAt: number
  /** Ends the wait for becoming its owner. */
  letGo: AbortController
  release: () => void
  /** The request that runs. */
  running: AbortController | null
  token: string | null
  tries: number
  restarts: number
  /** The pause before trying again; null once it is over. */
  timer: ReturnType<typeof setTimeout> | null
  /** It was forgotten: nothing of it may come back to the device. */
  over: boolean
}

/** The uploads of the signed-in person by their keys, oldest first. */
export const jobs = new Map<string, Job>()

/** The same as screens show them. */
export const uploads = createStore<Upload[]>([])

/** How many screens show the uploads of a target: what fails where nobody looks is told in a message. */
export const watchers = new Map<string, number>()

/** How an upload is shown now. */
export const shown = (key: string) => uploads.get().find((upload) => upload.key === key)

/** Changes how an upload is shown, here and in the other tabs. */
export const show = (job: Job, changes: Partial<Upload>) => {
  const { key } = job.kept
  uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const upload = shown(key)
  if (upload && job.own) tellTabs({ kind: 'state', kept: job.kept, upload })
}

/** Changes what the device knows of an upload. */
export const note = async (job: Job, changes: Partial<KeptUpload>) => {
  job.kept = { ...job.kept, ...changes, touched_at: Date.now() }
  if (!job.over) await keepUpload(job.kept)
}

/** Keeps the upload and its bytes on the device, while they are being sent already. */
export const copy = async (job: Job, source: File) => {
  job.source = source
  const { key } = job.kept
  await note(job, {})
  job.copied = await keepBytes(key, source)
  // cancelled or sent meanwhile
  if (job.over) await dropUpload(key)
  else if (job.kept.file) await dropBytes(key)
}
