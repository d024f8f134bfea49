import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { countRecoveryCodes, setRecoveryCodes } from '#server/auth/second-factor.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'

/** What is left of a code as people type it: «123 456», «ABCD-EFGH-…». */
export const plainCode = (code: string | undefined) => (code ?? '').replace(/[\s-]/g, '').toUpperCase()

/** 80 random bits, in four groups. */
const newRecoveryCode = () =>
  (new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.match(/.{4}/g) ?? []).join('-')

const recoveryCodeCount = 10

/**
 * Recovery codes for somebody who has none left; returns them as they are shown, once. Those that somebody has printed stay
 * valid when a second factor is added beside another one, and nothing is returned.
 */
export const ensureRecoveryCodes = async (tx: Db, userId: number) => {
  if ((await countRecoveryCodes(tx, userId)) > 0) return []
  const shown = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await setRecoveryCodes(
    tx,
    userId,
    shown.map((code) => hashToken(plainCode(code))),
  )
  return shown
}
