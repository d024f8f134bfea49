import { randomBytes } from 'node:crypto'
import { insertPasswordReset } from '#server/auth/auth.repo.ts'
import type { Device } from '#server/auth/device.ts'
import { insertSession } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'

/** 256 random bits, safe in a header and in a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/**
 * Signs a person in; returns the token, of which only the hash is kept. `passwordAt` is when they gave their password,
 * ISO 8601: now, unless somebody else asked for it.
 */
export const openSession = async (
  db: Db,
  userId: number,
  from: Device = { device: '', network: '' },
  passwordAt = new Date().toISOString(),
) => {
  const token = newToken()
  await insertSession(db, hashToken(token), userId, { ...from, passwordAt })
  return token
}

/** Makes a token for a link that sets a password. */
export const openPasswordReset = async (db: Db, userId: number, hours: number) => {
  const token = newToken()
  await insertPasswordReset(db, hashToken(token), userId, hours)
  return token
}
