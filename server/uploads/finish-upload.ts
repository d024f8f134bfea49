import { buffer } from 'node:stream/consumers'
import { fileErrors } from '#contract/files/check-file.ts'
import type { Deps } from '#server/deps.ts'
import { findFile, markReady } from '#server/files/files.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { hashOf } from '#server/files/hash-files.ts'
import { removeBytes, removeFile } from '#server/files/remove-file.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { finishPicture } from '#server/pictures/pictures.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { isAccepted, isDisguised, programDisguisedAs, sampleSize, seeType } from '#server/uploads/file-type.ts'
import { readAccept } from '#server/uploads/new-upload.ts'
import { uploadRefusal } from '#server/uploads/upload-refusal.ts'

type FinishDeps = Pick<Deps, 'db' | 'files' | 'antivirus'>

/** The first bytes of an upload. */
const sampleOf = async (files: FileStorage, { id, size }: FileRecord) => {
  if (size === 0) return Buffer.alloc(0)
  const stream = await files.read(id, { start: 0, end: Math.min(size, sampleSize) - 1 })
  if (!stream) throw new Refusal('upload-gone')
  return buffer(stream)
}

/**
 * Refuses an infected file, with 422, and any file while nothing can look at it, with 503. What is larger than the
 * scanner takes is let through: films and large archives.
 */
const refuseInfected = async ({ files, antivirus }: FinishDeps, { id, size, user_id }: FileRecord) => {
  if (!antivirus || size === 0 || size > antivirus.maxSize) return
  const bytes = await files.read(id)
  if (!bytes) throw new Refusal('upload-gone')
  const { virus } = await antivirus.scan(bytes)
  if (!virus) return
  const sentence = `В файле вирус (${virus}), поэтому он удалён. Проверьте устройство антивирусом.`
  throw invalid('file', sentence, { kind: 'infected', user_id })
}

const finish = async ({ db, files, antivirus }: FinishDeps, file: FileRecord): Promise<FileRecord> => {
  const { offset, metadata } = await files.uploads.getUpload(file.id).catch((error) => {
    throw uploadRefusal(error)
  })
  if (offset !== file.size) {
    throw new Refusal('wrong-state', { detail: 'Файл загружен не до конца. Продолжите загрузку.' })
  }
  try {
    const seen = await seeType(await sampleOf(files, file), file)
    const accept = readAccept(metadata?.accept)
    if (accept && !isAccepted(file, seen, accept)) throw invalid('file', fileErrors.type)
    const disguise = programDisguisedAs(file.name, seen)
    if (disguise) throw invalid('file', fileErrors.program(disguise))
    await refuseInfected({ db, files, antivirus }, file)
    const picture = await finishPicture(files, file, seen.type)
    const { width, height } = picture ?? { width: null, height: null }
    const sha256 = await hashOf(files, file.id)
    const ready = await markReady(db, file.id, {
      type: seen.type,
      disguised: isDisguised(file.name, seen),
      width,
      height,
      sha256,
    })
    if (ready) return ready
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid') await removeFile(db, files, file.id)
    throw error
  }
  // another process was faster, or it was cancelled in the meantime
  const now = await findFile(db, file.id)
  if (now?.status === 'ready') return now
  await removeBytes(files, file.id)
  throw new Refusal('not-found')
}

const finishing = new Map<string, Promise<FileRecord>>()

/**
 * Completes an upload whose bytes are all there: detects its type, checks it again, refuses programs in disguise, looks
 * for viruses, prepares pictures, computes its SHA-256. Simultaneous callers wait for the same result. A process that
 * dies on the way leaves nothing half done: the next call repeats it. A refused file (422) is deleted.
 */
export const finishUpload = (deps: FinishDeps, file: FileRecord): Promise<FileRecord> => {
  if (file.status === 'ready') return Promise.resolve(file)
  const begun = finishing.get(file.id)
  if (begun) return begun
  const mine = finish(deps, file).finally(() => finishing.delete(file.id))
  finishing.set(file.id, mine)
  return mine
}
