import type { FastifyInstance } from 'fastify'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { askProvider } from '#server/identities/ask-provider.ts'
import { acceptLogout, endProviderSessions } from '#server/identities/identities.repo.ts'
import { maxLogoutAgeSeconds } from '#server/identities/logout-token.ts'
import type { Provider } from '#server/identities/provider.ts'
import { noteEvent } from '#server/security/note-refusal.ts'

/** Where the provider says that somebody has signed out there. */
const providerLogoutPath = '/provider-logout'

/** Max size of its form, in bytes. */
const bodyLimit = 16_384

/**
 * Ends the sessions of a user who has signed out at the provider (OpenID Connect Back-Channel Logout 1.0): it posts a
 * signed message, which counts once. 400 for one that is not right. Call it in a plugin of its own: it accepts a form.
 */
export const providerLogoutRoutes = (app: FastifyInstance, { db }: Deps, provider: Provider | null) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, text: string) => new URLSearchParams(text),
  )
  app.post(providerLogoutPath, async (request, reply) => {
    const { issuer, readLogout } = found(provider)
    reply.header('cache-control', 'no-store')
    await count(db, { key: `provider-logout:${networkOf(request.ip)}`, limit: authLimits.providerLogoutsPerNetwork })
    const token = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : ''
    const message = await askProvider(request, () => readLogout(token)).catch((error: unknown) => {
      if (error instanceof Refusal) throw error
      return null
    })
    const ended =
      message &&
      (await db.transaction(async (tx) => {
        // an older one is refused for its age
        if (!(await acceptLogout(tx, hashToken(message.id), 2 * maxLogoutAgeSeconds))) return null
        return endProviderSessions(tx, { issuer, ...message })
      }))
    if (!ended)
      throw new Refusal('unreadable', { detail: 'Это не сообщение системы входа о выходе, или оно уже было.' })
    for (const user_id of ended) noteEvent(request, 'provider-logout', { user_id, place: '' })
    return reply.code(200).send()
  })
}
