import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#contract/users/users.policy.ts'
import { findSession, touchSession } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, by the bearer token; null for a guest. */
    actor: Actor | null
    /** Hash of the token that was accepted. */
    tokenHash: Buffer | null
  }
}

/** The kept form of a bearer token or of a token from a letter. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

const bearer = /^Bearer ([\w-]{1,200})$/i

/** Sessions slide: a use this long after the last one, in milliseconds, extends them. */
const touchAfterMs = 60 * 60_000

/** Finds the caller, before anything else happens to a call of the API. */
export const readSession = (app: FastifyInstance, db: Db) => {
  app.decorateRequest('actor', null)
  app.decorateRequest('tokenHash', null)
  app.addHook('onRequest', async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return
    const hash = hashToken(token)
    const session = await findSession(db, hash)
    if (!session) return
    request.actor = { id: session.user_id, role: session.role }
    request.tokenHash = hash
    if (Date.now() - Date.parse(session.used_at) > touchAfterMs) await touchSession(db, hash)
  })
}
