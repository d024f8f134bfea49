import { ERRORS } from '@tus/server'
import type { ErrorCode } from '#contract/http/errors.ts'
import { Refusal } from '#server/http/refusal.ts'

const codes = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'not-found'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'upload-gone'],
  [ERRORS.INVALID_OFFSET, 'upload-conflict'],
  [ERRORS.ERR_LOCK_TIMEOUT, 'upload-busy'],
  // another connection took over
  [ERRORS.ABORTED, 'upload-busy'],
])

const byStatus: Record<number, ErrorCode> = { 404: 'not-found', 410: 'upload-gone', 412: 'upload-version' }

/** Translates errors of tus and of the storage into our refusals. Any other error is returned as it is. */
export const uploadRefusal = (error: unknown, status = 500): unknown => {
  const code = codes.get(error)
  if (code) return new Refusal(code)
  if (error instanceof Error && (error as { status_code?: number }).status_code === undefined) return error
  const refused = (error as { status_code?: number } | undefined)?.status_code ?? status
  if (refused === 413) return new Refusal('too-large', { detail: 'Пришло больше байт, чем было объявлено.' })
  const known = byStatus[refused]
  if (known) return new Refusal(known)
  return refused < 500 ? new Refusal('upload-unreadable') : error
}
