import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { countRecoveryCodes, setRecoveryCodes } from '#server/auth/second-factor.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'

/** A code without the separators that people type: «123 456», «ABCD-EFGH-…». */
export const plainCode = (code: string | undefined) => (code ?? '').replace(/[\s-]/g, '').toUpperCase()

/**
 * 140 random bits, in seven groups: enough for a plain hash to be kept (ASVS 5.0, V6.5.2). Those of before, of 120,
 * work on.
 */
const newRecoveryCode = () =>
  (new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32.slice(0, 28).match(/.{4}/g) ?? []).join('-')

const recoveryCodeCount = 10

/** Replaces somebody's recovery codes; returns the new ones as they are shown, once. */
export const replaceRecoveryCodes = async (tx: Db, userId: number) => {
  const shown = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await setRecoveryCodes(
    tx,
    userId,
    shown.map((code) => hashToken(plainCode(code))),
  )
  return shown
}

/**
 * Recovery codes for somebody who has none left. Those that somebody has printed stay valid when a second factor is
 * added beside another one, and nothing is returned.
 */
export const ensureRecoveryCodes = async (tx: Db, userId: number) =>
  (await countRecoveryCodes(tx, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId)
