import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authApi } from '#contract/auth/auth.api.ts'
import { minuteMs } from '#contract/durations.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findSession, touchSession } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { describeRequest } from '#server/http/request-log.ts'
import { isKey, readKey } from '#server/keys/read-key.ts'
import { logFailure } from '#server/log-failure.ts'
import { noteEvent } from '#server/security/note-refusal.ts'
import '#server/http/kept-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, by the bearer token; null for a guest. A program's key acts for its maker. */
    actor: Actor | null
    /** Hash of the token that was accepted. */
    tokenHash: Buffer | null
    /** Who the caller is once they have set up the second factor that is demanded; until then `actor` is null. */
    pendingActor: Actor | null
    /** When the password was last given in this session, in milliseconds. */
    passwordAt: number
    /** Whether kept values may be read for this request: every change from before it is known. */
    isCaughtUp: boolean
  }
}

/** The kept form of a bearer token or of a token from a letter. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

const bearer = /^Bearer ([\w-]{1,200})$/i

/** Refuses every change while a curator looks at the site as somebody else, on any route; they may end the look. */
const refuseActs = ({ method, routeOptions }: FastifyRequest) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || routeOptions.url === authApi.logout.path) return
  throw new Refusal('looking')
}

/** Sessions slide: a use this long after the last one, in milliseconds, extends them. */
const touchAfterMs = 5 * minuteMs

/** Finds the caller, before anything else happens to a call of the API. */
export const readSession = (app: FastifyInstance, db: Db) => {
  const { kept } = app
  app.decorateRequest('actor', null)
  app.decorateRequest('tokenHash', null)
  app.decorateRequest('pendingActor', null)
  app.decorateRequest('passwordAt', 0)
  app.decorateRequest('isCaughtUp', false)

  const loadSession = (tokenHash: Buffer, isCaughtUp: boolean) => {
    const key = `sessions:\\x${tokenHash.toString('hex')}`
    // the settings may demand a second factor
    const tags = [key, 'users', 'site_settings:school']
    return kept.read(isCaughtUp, { key, tags, build: () => findSession(db, tokenHash) })
  }

  app.addHook('onRequest', async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return
    const tokenHash = hashToken(token)
    request.isCaughtUp = await kept.catchUp()
    if (isKey(token)) {
      request.actor = await readKey(db, tokenHash, request)
      if (!request.actor) noteEvent(request, 'wrong-key')
      return
    }
    const session = await loadSession(tokenHash, request.isCaughtUp)
    // the row of a kept session does not change when it ends
    if (!session || Date.parse(session.expires_at) <= Date.now()) return
    const { looker_id } = session
    const actor: Actor = {
      id: session.user_id,
      role: session.role,
      rights: session.rights,
      ...(looker_id !== null && { looker_id }),
    }
    request.actor = session.lacks_second_factor ? null : actor
    request.pendingActor = session.lacks_second_factor ? actor : null
    request.passwordAt = Date.parse(session.password_at)
    request.tokenHash = tokenHash
    if (looker_id !== null) {
      refuseActs(request)
      return
    }
    // an open page that asks for the version now and then is not in use
    if (request.routeOptions.url === siteApi.assetsVersion.path) return
    if (Date.now() - Date.parse(session.used_at) > touchAfterMs)
      // on a full disk one can still read
      await touchSession(db, tokenHash).catch((error) => logFailure(request.log, error, describeRequest(request)))
  })
}
