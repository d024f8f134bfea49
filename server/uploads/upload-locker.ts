import { ERRORS, type Lock, type Locker, MemoryLocker } from '@tus/server'
import type { SharedLocks } from '#server/db/shared-locks.ts'
import type { UploadStore } from '#server/storage/storage.ts'

/** How long a connection waits for the one that holds the upload, in milliseconds. */
const patienceMs = 10_000

/**
 * One connection at a time for each upload, in whatever process of the site: within this one by the library's own lock,
 * between processes by the database's. The one that holds it is asked to let go.
 */
export const uploadLocker = (locks: SharedLocks, store: UploadStore): Locker => {
  const within = new MemoryLocker({ acquireLockTimeout: patienceMs })
  return {
    newLock: (id): Lock => {
      const own = within.newLock(id)
      const name = `upload:${id}`
      const take = async (signal: AbortSignal, letGo: () => unknown) => {
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
        if (!(await locks.take(name, letGo, inTime))) throw ERRORS.ERR_LOCK_TIMEOUT
      }
      return {
        lock: async (signal, letGo) => {
          await own.lock(signal, letGo)
          try {
            await take(signal, letGo)
          } catch (error) {
            await own.unlock()
            throw error
          }
        },
        unlock: async () => {
          try {
            // another process does not see what is still being written here
            await store.settled(id)
            await locks.release(name)
          } finally {
            await own.unlock()
          }
        },
      }
    },
  }
}
