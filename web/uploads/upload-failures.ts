import { ApiError } from '#web/data/api-error.ts'

/**
 * The consequence of a failed request for its upload. `again`: the same again, a little later. `restart`: the server
 * has nothing of it any more, from the first byte. `sign-in`: the session is over. `later`: the server refuses it
 * today, the person may try again. `final`: it refuses this file for good.
 */
export type Verdict = 'again' | 'restart' | 'sign-in' | 'later' | 'final'

/** Refusals that pass: the connection before this one has not been let go yet, or too much was asked at once. */
const passing = [408, 409, 423, 429]
/** So often are they tried again: what does not pass then is left to the person. */
const maxTries = 20

/** What to do about a failed request; `begun` when the server had the upload already. */
export const judgeUpload = (error: unknown, { begun, tries }: { begun: boolean; tries: number }): Verdict => {
  if (!(error instanceof ApiError) || error.status >= 500) return 'again'
  if (error.status === 401) return 'sign-in'
  // of today's quota nothing comes free while somebody waits
  if (error.code === 'quota-reached') return 'later'
  if (passing.includes(error.status)) return tries < maxTries ? 'again' : 'later'
  return begun && (error.status === 404 || error.status === 410) ? 'restart' : 'final'
}

/** Whether the bytes of a chosen file can still be read: it may have been changed or moved on the device. */
export const isReadable = async (file: File) => {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
