import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#contract/users/users.policy.ts'
import { findSession, touchSession } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import '#server/http/kept-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, by the bearer token; null for a guest. */
    actor: Actor | null
    /** Hash of the token that was accepted. */
    tokenHash: Buffer | null
    /** Whether kept values may be read for this request: every change from before it is known. */
    isCaughtUp: boolean
  }
}

/** The kept form of a bearer token or of a token from a letter. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

const bearer = /^Bearer ([\w-]{1,200})$/i

/** Sessions slide: a use this long after the last one, in milliseconds, extends them. */
const touchAfterMs = 60 * 60_000

/** Finds the caller, before anything else happens to a call of the API. */
export const readSession = (app: FastifyInstance, db: Db) => {
  const { kept } = app
  app.decorateRequest('actor', null)
  app.decorateRequest('tokenHash', null)
  app.decorateRequest('isCaughtUp', false)

  const loadSession = (tokenHash: Buffer, isCaughtUp: boolean) => {
    const key = `sessions:\\x${tokenHash.toString('hex')}`
    return kept.read(isCaughtUp, { key, tags: [key, 'users'], build: () => findSession(db, tokenHash) })
  }

  app.addHook('onRequest', async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return
    const tokenHash = hashToken(token)
    request.isCaughtUp = await kept.catchUp()
    const session = await loadSession(tokenHash, request.isCaughtUp)
    // the row of a kept session does not change when it ends
    if (!session || Date.parse(session.expires_at) <= Date.now()) return
    request.actor = { id: session.user_id, role: session.role }
    request.tokenHash = tokenHash
    if (Date.now() - Date.parse(session.used_at) > touchAfterMs) await touchSession(db, tokenHash)
  })
}
