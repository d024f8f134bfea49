import { mkdir } from 'node:fs/promises'
import { isDiskAway, StorageFailure } from '#server/storage/storage.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null | undefined)?.code

const full = /^(ENOSPC|EDQUOT)$/

/** A StorageFailure for what the disk is to blame for; any other error as it is. */
export const diskFailure = (error: unknown) => {
  if (full.test(codeOf(error) ?? '')) return new StorageFailure('full', error)
  return isDiskAway(error) ? new StorageFailure('away', error) : error
}

/** Throws StorageFailure for what the disk is to blame for. */
export const askDisk = async <T>(doing: Promise<T>): Promise<T> => {
  try {
    return await doing
  } catch (error) {
    throw diskFailure(error)
  }
}

/** Makes a folder of the storage, with those above it. Throws as `askDisk`. */
export const makeStorageFolder = async (path: string) => {
  try {
    await askDisk(mkdir(path, { recursive: true }))
  } catch (error) {
    // Node's error for a folder that is missing on a read-only disk
    throw codeOf(error) === 'ENOENT' ? new StorageFailure('away', error) : error
  }
}
