import { hourMs } from '#contract/durations.ts'
import { type KeyScope, keyPrefix } from '#contract/keys/key-scopes.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'
import { insertKey } from '#server/keys/keys.repo.ts'

/** A key of a curator that works for an hour. */
export const buildKey = async (db: Db, user_id: number, scopes: KeyScope[] = ['courses-read'], name = 'Расписание') => {
  const token = keyPrefix + newToken()
  const expires_at = new Date(Date.now() + hourMs).toISOString()
  return { id: await insertKey(db, { name, scopes, user_id, expires_at, token_hash: hashToken(token) }), token }
}
