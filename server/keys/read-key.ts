import type { FastifyRequest } from 'fastify'
import { keyPrefix, keyScopes } from '#contract/keys/key-scopes.ts'
import { keysOf } from '#contract/records.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findWorkingKey, touchKey } from '#server/keys/keys.repo.ts'

/** The calls of each scope, as Fastify writes them. */
const callsOf = new Map(
  keysOf(keyScopes).map((scope) => [
    scope,
    new Set<string>(keyScopes[scope].calls.map((call) => call.replace(/\{(\w+)\}/g, ':$1'))),
  ]),
)

/** A use this long after the last one, in milliseconds, is recorded. */
const touchAfterMs = 60_000

/** Whether a bearer token is a program's key. */
export const isKey = (token: string) => token.startsWith(keyPrefix)

/**
 * Who a program acts for; null for a key that does not work. 403 for a call that the key is not made for, 429 for too
 * many.
 */
export const readKey = async (db: Db, tokenHash: Buffer, { routeOptions, method, server }: FastifyRequest) => {
  const key = await findWorkingKey(db, tokenHash)
  if (!key) return null
  server.callCounts.count('callsPerKey', key.id)
  const call = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`
  if (!key.scopes.some((scope) => callsOf.get(scope)?.has(call))) {
    const noted = { kind: 'refused', user_id: key.user_id } as const
    throw new Refusal('forbidden', { detail: 'Этому ключу такой вызов не разрешён.', noted })
  }
  if (key.used_at === null || Date.now() - Date.parse(key.used_at) > touchAfterMs) await touchKey(db, key.id)
  const actor: Actor = { id: key.user_id, role: key.role, rights: key.rights, key_id: key.id }
  return actor
}
