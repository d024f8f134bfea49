import { dayMs } from '#contract/durations.ts'
import { largeAvatar } from '#contract/users/avatar-check.ts'
import type { Db } from '#server/db/database.ts'
import { listKnownFiles, markForgotten } from '#server/files/files.repo.ts'
import { removeBytes, removeFile } from '#server/files/remove-file.ts'
import { findLogoId } from '#server/site/logo-files.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { listKnownAvatars } from '#server/users/users.repo.ts'

/** Unused files are deleted after seven days without a touch, in milliseconds. */
const keptUnusedMs = 7 * dayMs

/** How many files are checked together. */
const batch = 200

interface Sweep {
  db: Db
  files: FileStorage
  /** The moment of the sweep. */
  now?: number
  onError: (error: unknown) => void
  /** Stops early: the next sweep does the rest. */
  signal?: AbortSignal
}

/**
 * Deletes files that nothing uses and nobody touched for seven days, including unfinished uploads. What something uses
 * stays, even when the use begins at this very moment.
 */
export const sweepFiles = async ({ db, files, now = Date.now(), onError, signal }: Sweep) => {
  const before = new Date(now - keptUnusedMs).toISOString()
  for (let failed = false; !failed && !signal?.aborted; ) {
    const forgotten = await markForgotten(db, before, batch)
    for (const id of forgotten) {
      if (signal?.aborted) return
      try {
        await removeFile(db, files, id)
      } catch (error) {
        // its row stays, and the next sweep tries again
        failed = true
        onError(error)
      }
    }
    if (forgotten.length < batch) return
  }
}

const fileKey = /^([0-9a-f]{32})(?:\.[\w.-]+)?$/
/** The logo that a copy belongs to is known by the identifier at the beginning of its name. */
const logo = /^logos\/([0-9a-f-]{36})[\w.-]*$/
const avatar = /^avatars\/([0-9a-f-]{36}(?:-\d+)?\.webp)(?:\.[\w-]+\.part)?$/
/** The avatar that a key belongs to, also that of its small copy. */
const avatarOf = (key: string) => {
  const file = avatar.exec(key)?.[1]
  return file === undefined ? undefined : largeAvatar(file)
}
/** Whether it is a file that was being written when its process died. */
const isPart = (key: string) => key.endsWith('.part')

const removeStrays = async ({ db, files, onError }: Sweep, keys: string[]) => {
  const ids = new Set(keys.flatMap((key) => fileKey.exec(key)?.[1] ?? []))
  const faces = new Set(keys.flatMap((key) => avatarOf(key) ?? []))
  const knownIds = await listKnownFiles(db, [...ids])
  const knownFaces = await listKnownAvatars(db, [...faces])
  const isLogoFile = keys.some((key) => logo.test(key))
  const knownLogo = isLogoFile ? await findLogoId(db) : null
  for (const id of ids.difference(knownIds)) await removeBytes(files, id).catch(onError)
  for (const key of keys) {
    const [id, face] = [fileKey.exec(key)?.[1], avatarOf(key)]
    // for an upload, also what tus left of its own records
    const isForgotten = (id && !knownIds.has(id)) || (face && !knownFaces.has(face))
    const picture = logo.exec(key)?.[1]
    const isOldLogo = picture !== undefined && (picture !== knownLogo || isPart(key))
    const isStray = isForgotten || isOldLogo || (isPart(key) && (id || face))
    if (isStray) await files.remove(key).catch(onError)
  }
}

/** Deletes bytes that are older than seven days and have no row: a process died between writing the two. */
export const sweepStrays = async (sweep: Sweep) => {
  const { files, now = Date.now(), signal } = sweep
  let keys: string[] = []
  for await (const { key, modified } of files.list()) {
    if (signal?.aborted) return
    if (modified.getTime() < now - keptUnusedMs) keys.push(key)
    if (keys.length < batch) continue
    await removeStrays(sweep, keys)
    keys = []
  }
  await removeStrays(sweep, keys)
}
