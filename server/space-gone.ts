import { codesOf } from '#server/db/database-gone.ts'
import { StorageFailure } from '#server/storage/storage.ts'

/** Codes of PostgreSQL, of a disk of ours, and of our share of one. */
const codes = /^(53100|ENOSPC|EDQUOT)$/

/** Whether something failed because no space is left. */
export const isSpaceGone = (error: unknown) =>
  (error instanceof StorageFailure && error.reason === 'full') || codesOf(error).some((code) => codes.test(code))
