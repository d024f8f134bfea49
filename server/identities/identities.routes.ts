import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canManageAccess } from '#contract/auth/account.policy.ts'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { loadCurrentUser } from '#server/auth/current-user.repo.ts'
import { withFreshPassword } from '#server/auth/fresh-password.ts'
import { newToken } from '#server/auth/open-session.ts'
import { siteOf } from '#server/auth/passkeys.ts'
import { deleteSessions } from '#server/auth/sessions.repo.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { askProvider, readAnswer } from '#server/identities/ask-provider.ts'
import { enter } from '#server/identities/enter.ts'
import { findPerson, findProviderSession, insertSignIn, listIdentities } from '#server/identities/identities.repo.ts'
import { join } from '#server/identities/join.ts'
import type { Provider } from '#server/identities/provider.ts'
import { unlinkIdentity } from '#server/identities/unlink-identity.ts'
import { checkOpen } from '#server/registrations/admit.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'

/** Sign-in by the school's identity provider, and what is linked with it; `provider` is null without one. */
export const identitiesRoutes = (app: FastifyInstance, { db, config }: Deps, provider: Provider | null) => {
  const findVisible = async (actor: Actor, id: number) => found(await findVisibleUser(db, actor, id))
  const current = async (user: { id: number }) => found(await loadCurrentUser(db, user.id))
  const from = ({ ip }: FastifyRequest) => networkOf(ip)

  route(app, identitiesApi.begin, async ({ body, request }) => {
    const known = found(provider)
    const { again = false } = body()
    await count(db, { key: `provider-sign-in:${from(request)}`, limit: authLimits.providerSignInsPerNetwork })
    const { url, ...begun } = await askProvider(request, () => known.begin(again))
    const key = newToken()
    await insertSignIn(db, hashToken(key), begun)
    return { url, key }
  })

  /** A sign-in whose person is known: by this answer, or by the one before. */
  const prove = async (request: FastifyRequest, key: string, query: string | undefined) => {
    const { issuer } = found(provider)
    const keyHash = hashToken(key)
    if (query !== undefined) await readAnswer(db, found(provider), request, { keyHash, query })
    const person = await findPerson(db, keyHash)
    if (!person) throw new Refusal('sign-in-expired')
    return { keyHash, issuer, person }
  }

  route(app, identitiesApi.answer, async ({ body, request }) => {
    const { key, query, code, passkey } = body()
    const signIn = await prove(request, key, query)
    const site = siteOf(config, request.headers.host)
    const entered = await enter(db, signIn, { code, passkey, site }, request)
    if (entered) {
      const { user, access_token } = entered
      return { session: { user: await current(user), access_token }, newcomer: null }
    }
    await checkOpen(db)
    const { name, surname, email } = signIn.person
    const needs_code = (await loadSchool(db)).registration === 'code'
    return { session: null, newcomer: { name, surname, email: email ?? '', needs_code } }
  })

  route(app, identitiesApi.register, async ({ body, request }) => {
    await checkOpen(db)
    const { key, ...form } = body()
    const signIn = await prove(request, key, undefined)
    await count(db, { key: `registration:${from(request)}`, limit: authLimits.registrationsPerNetwork })
    const { user, access_token } = await join(db, signIn, { key, ...form }, request)
    return { user: await current(user), access_token }
  })

  route(app, identitiesApi.signOut, async ({ request }) => {
    const { tokenHash } = request
    if (!tokenHash) return { url: null }
    const session = await findProviderSession(db, tokenHash)
    await deleteSessions(db, [tokenHash])
    const ends = provider !== null && session?.issuer === provider.issuer
    return { url: ends ? await provider.endAddress(session.id_token) : null }
  })

  route(app, identitiesApi.list, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    const rows = await listIdentities(db, user.id)
    const identities = rows.map(({ issuer, ...row }) => ({
      ...row,
      provider: issuer === provider?.issuer ? provider.name : new URL(issuer).host,
    }))
    return { identities, has_password: user.password_hash !== null }
  })

  route(app, identitiesApi.remove, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    await withFreshPassword(db, { actor, body, request }, () =>
      unlinkIdentity(db, actor, user.id, { id: params.identity_id, keepSession: request.tokenHash }),
    )
  })
}
