import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/db/database.ts'
import { listUnhashed, saveHash } from '#server/files/files.repo.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The SHA-256 of the stored bytes under a key, in hexadecimal digits, read as a stream; null when there are none. */
export const hashOf = async (files: FileStorage, key: string, signal?: AbortSignal): Promise<string | null> => {
  const stream = await files.read(key)
  if (!stream) return null
  const hash = createHash('sha256')
  await pipeline(stream, hash, signal ? { signal } : {})
  return hash.digest('hex')
}

/** How many rows are loaded together; their bytes are read one after another. */
const batch = 20

interface Unhashed {
  db: Db
  files: FileStorage
  onError: (error: unknown) => void
  /** Stops early. */
  signal: AbortSignal
}

/**
 * Computes the hashes of files from before hashes were kept, one after another so that nobody has to wait. A file that
 * cannot be read is skipped until the next run.
 */
export const hashOldFiles = async ({ db, files, onError, signal }: Unhashed) => {
  for (let after = ''; ; ) {
    const ids = await listUnhashed(db, after, batch)
    for (const id of ids) {
      if (signal.aborted) return
      try {
        const sha256 = await hashOf(files, id, signal)
        if (sha256) await saveHash(db, id, sha256)
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
    }
    if (ids.length < batch) return
    after = ids.at(-1) as string
  }
}
