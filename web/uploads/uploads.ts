import { useEffect, useMemo } from 'react'
import type { FileCheck } from '#contract/files/check-file.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { config } from '#web/app/config.ts'
import { currentUser } from '#web/auth/session.ts'
import { randomId } from '#web/data/random-id.ts'
import { inOneTab } from '#web/outbox/outbox-owner.ts'
import { checkFile } from '#web/ui/check-file.ts'
import { useStore } from '#web/ui/store.ts'
import { wakeUploads } from '#web/uploads/open-uploads.ts'
import { forget, resume } from '#web/uploads/steer-upload.ts'
import type { Upload } from '#web/uploads/upload.ts'
import { copy, jobs, outbox, show, shown, uploads, watchers } from '#web/uploads/upload-jobs.ts'

export const pauseUpload = (key: string) => outbox.act(key, 'pause')
/** Resumes after a pause, tries again after a failure, and at once when the network is missing. */
export const resumeUpload = (key: string) => outbox.act(key, 'resume')
/** Ends it, on the device and on the server. */
export const cancelUpload = (key: string) => outbox.act(key, 'cancel')

let lastMoment = 0

/** Now, but never twice the same: files that were chosen together keep their order. */
const nextMoment = () => {
  lastMoment = Math.max(Date.now(), lastMoment + 1)
  return lastMoment
}

/**
 * Checks a file (specification §5) and begins to send it; null when it was refused, which a message has explained by
 * then. It continues by itself after a reload, with the next page of the same person.
 */
export const startUpload = (
  file: File,
  { target, film = null, check = {} }: { target: string; film?: string | null; check?: FileCheck },
): Upload | null => {
  wakeUploads()
  const user = currentUser()
  const maxSize = Math.min(check.maxSize ?? config.max_file_size, config.max_file_size)
  if (!user || !checkFile(file, { ...check, maxSize })) return null
  const lost = uploads.get().find((upload) => upload.target === target && isSame(upload, file))
  if (lost && giveFile(lost.key, file)) return shown(lost.key) ?? null
  const job = outbox.add(
    {
      key: randomId(),
      userId: user.id,
      target,
      film,
      name: file.name,
      type: file.type,
      size: file.size,
      modified: file.lastModified,
      accept: check.types?.join(',') ?? null,
      url: null,
      sent: 0,
      paused: false,
      refused: null,
      file: null,
      begunAt: nextMoment(),
    },
    { isNew: true },
  )
  void copy(job, file)
  return job.shown
}

const isSame = ({ key, needsFile }: Upload, { name, size, lastModified }: File) => {
  const kept = jobs.get(key)?.kept
  return needsFile && kept?.name === name && kept.size === size && kept.modified === lastModified
}

/** Resumes an upload that `needsFile`; false when this is not its file, or another tab sends it. */
const giveFile = (key: string, file: File) => {
  const job = jobs.get(key)
  const upload = shown(key)
  if (!job?.own || !upload || !isSame(upload, file)) return false
  void copy(job, file)
  show(job, { needsFile: false })
  resume(job)
  return true
}

/** Brings the file of an upload that `needsFile`; another one than before takes its place, from its first byte. */
export const chooseAgain = (key: string, file: File) => {
  const kept = jobs.get(key)?.kept
  if (!kept || giveFile(key, file)) return
  const check = kept.accept ? { types: kept.accept.split(',') } : {}
  if (startUpload(file, { target: kept.target, film: kept.film ?? null, check })) cancelUpload(key)
}

/** How long a tab that nobody looks at leaves a finished upload to the others. */
const courtesyMs = 1500

/**
 * Hands a finished upload over to one form in one tab, that on screen before others: `take` gets its file and when it
 * was chosen, then it is forgotten. A form that is gone by then answers false, and the next one gets it.
 */
export const takeUpload = async (key: string, take: (file: StoredFile, begunAt: number) => boolean | undefined) => {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, courtesyMs))
  await inOneTab(`take-upload:${key}`, async () => {
    const job = jobs.get(key)
    // another tab may have taken it a moment ago
    if (!job?.kept.file || !(await outbox.isKept(job))) return
    if (take(job.kept.file, job.kept.begunAt) !== false) await forget(job)
  })
}

/** Whether `useUploads` has what the device keeps: before that, nobody knows of uploads that an earlier page began. */
export const useUploadsRead = () => useStore(outbox.isRead)

/** The uploads of a target, oldest first. */
export const useUploads = (target: string) => {
  const all = useStore(uploads)
  useEffect(() => {
    wakeUploads()
    watchers.set(target, (watchers.get(target) ?? 0) + 1)
    return () => {
      watchers.set(target, (watchers.get(target) ?? 1) - 1)
    }
  }, [target])
  return useMemo(() => all.filter((upload) => upload.target === target), [all, target])
}
