import { setTimeout as sleep } from 'node:timers/promises'
import type { FileStorage } from '#server/storage/storage.ts'

/** How long the database and the storage may take, in milliseconds: Prometheus waits for ten seconds. */
const patienceMs = 3000

const inTime = async <Result>(doing: Promise<Result>): Promise<Result> => {
  const patience = new AbortController()
  const tooLate = sleep(patienceMs, undefined, { signal: patience.signal }).then(() => {
    throw new Error('Too late.')
  })
  // whichever loses has nobody waiting for it
  for (const promise of [doing, tooLate]) promise.catch(() => {})
  return Promise.race([doing, tooLate]).finally(() => patience.abort())
}

/** Null when it fails or takes too long. */
export const orNull = <Result>(doing: Promise<Result>) => inTime(doing).catch(() => null)

/** Whether files can be stored. */
export const isStorageUp = async (files: Pick<FileStorage, 'check'>) =>
  (await orNull(files.check().then(() => true))) === true
