import { randomBytes } from 'node:crypto'
import { insertPasswordReset, insertSession } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'

/** 256 random bits that are safe in a header and in a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Signs a person in: the token goes to them, only its hash stays. */
export const openSession = async (db: Db, userId: number) => {
  const token = newToken()
  await insertSession(db, hashToken(token), userId)
  return token
}

/** A token for a link that sets a password. */
export const openPasswordReset = async (db: Db, userId: number, hours: number) => {
  const token = newToken()
  await insertPasswordReset(db, hashToken(token), userId, hours)
  return token
}
