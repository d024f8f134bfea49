import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { hashToken } from '#server/http/session.ts'

/** What is left of a code as people type it: «123 456», «ABCD-EFGH-…». */
export const plainCode = (code: string | undefined) => (code ?? '').replace(/[\s-]/g, '').toUpperCase()

/** 80 random bits, in four groups. */
const newRecoveryCode = () =>
  (new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.match(/.{4}/g) ?? []).join('-')

const recoveryCodeCount = 10

/** New recovery codes as they are shown, and as they are kept. */
export const makeRecoveryCodes = () => {
  const shown = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  return { shown, hashes: shown.map((code) => hashToken(plainCode(code))) }
}
