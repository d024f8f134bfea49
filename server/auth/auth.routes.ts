import type { FastifyInstance } from 'fastify'
import { authApi } from '#contract/auth/auth.api.ts'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { findPasswordReset } from '#server/auth/auth.repo.ts'
import { findChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { confirmEmail, correctEmail, sendConfirmationAgain } from '#server/auth/confirm-email.ts'
import { findChildOfLink } from '#server/auth/confirmations.repo.ts'
import { currentUserSources, loadCurrentUser } from '#server/auth/current-user.repo.ts'
import { closesDemoAccounts } from '#server/auth/demo-password.ts'
import { deviceOf } from '#server/auth/device.ts'
import { declineParentConsent, giveParentConsent } from '#server/auth/parent-consent.ts'
import { siteOf } from '#server/auth/passkeys.ts'
import { register } from '#server/auth/register.ts'
import { parentLetterTo, registerChild } from '#server/auth/register-child.ts'
import { resetPassword } from '#server/auth/reset-password.ts'
import { deleteSessions } from '#server/auth/sessions.repo.ts'
import { sendParentLetterAgain, signIn } from '#server/auth/sign-in.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { networkOf } from '#server/http/network.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { checkOpen } from '#server/registrations/admit.ts'
import { noteEvent } from '#server/security/note-refusal.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'

export const authRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const signedIn = async (user: { id: number }, access_token: string) => ({
    user: found(await loadCurrentUser(db, user.id)),
    access_token,
  })

  route(
    app,
    authApi.user,
    async ({ actor }) => ({ user: found(await loadCurrentUser(db, actor.id, actor.looker_id)) }),
    {
      readsFrom: ({ actor }) => currentUserSources(db, actor),
    },
  )

  const registrationFrom = (address: string) => ({
    key: `registration:${networkOf(address)}`,
    limit: authLimits.registrationsPerNetwork,
  })

  route(app, authApi.register, async ({ body, request }) => {
    await checkOpen(db)
    const form = body()
    // refused ones count too, or the form would reveal without limit which addresses have accounts
    await count(db, registrationFrom(request.ip))
    const { user, access_token } = await register(db, form, {
      address: request.ip,
      from: deviceOf(request),
      site: config,
    })
    if (access_token !== null) noteEvent(request, 'sign-in', { user_id: user.id, place: '' })
    return { user: found(await loadCurrentUser(db, user.id)), access_token }
  })

  route(app, authApi.registerChild, async ({ body, request }) => {
    await checkOpen(db)
    const form = body()
    await count(db, parentLetterTo(form.parent_email), registrationFrom(request.ip))
    await registerChild(db, form, { address: request.ip, site: config })
    return { parent_email: form.parent_email }
  })

  route(app, authApi.checkParentConsent, async ({ query }) => {
    const hash = hashToken(query.token)
    const registered = await findChildRegistration(db, hash)
    const child = registered ?? (await findChildOfLink(db, hash))?.user
    if (!child) throw new Refusal('link-expired')
    const { name, address } = await loadSchool(db)
    return { name: child.name, surname: child.surname, by_school: !registered, operator: { name, address } }
  })

  route(app, authApi.giveParentConsent, ({ body, request }) => giveParentConsent(db, body(), request.ip))

  route(app, authApi.declineParentConsent, ({ query }) => declineParentConsent(db, query.token))

  route(app, authApi.sendParentLetter, ({ body, request }) =>
    sendParentLetterAgain(db, { ...body(), address: request.ip }),
  )

  route(app, authApi.login, async ({ body, request }) => {
    const { user, access_token } = await signIn(db, {
      ...body(),
      site: siteOf(config, request.headers.host),
      address: request.ip,
      from: deviceOf(request),
      closesDemo: closesDemoAccounts(config),
    })
    noteEvent(request, 'sign-in', { user_id: user.id, place: '' })
    return signedIn(user, access_token)
  })

  route(app, authApi.logout, async ({ request }) => {
    if (request.tokenHash) await deleteSessions(db, [request.tokenHash])
  })

  route(app, authApi.endForgotten, ({ body }) =>
    deleteSessions(
      db,
      body().fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'hex')),
    ),
  )

  route(app, authApi.confirmEmail, ({ body }) => confirmEmail(db, body().token))

  route(app, authApi.sendConfirmation, ({ actor }) => sendConfirmationAgain(db, actor.id))

  route(app, authApi.correctEmail, async ({ actor, body, request }) => {
    await correctEmail(db, actor.id, { ...body(), address: request.ip })
    return { user: found(await loadCurrentUser(db, actor.id)) }
  })

  route(app, authApi.forgotPassword, async ({ body, request }) => {
    const { email } = body()
    await count(
      db,
      { key: `forgot-password:account:${email}`, limit: authLimits.forgottenPasswordsPerAccount },
      { key: `forgot-password:${networkOf(request.ip)}`, limit: authLimits.forgottenPasswordsPerNetwork },
    )
    const user = await findUserByEmail(db, email)
    if (user?.active) await addEffect(db, 'reset-letter', { user_id: user.id })
    return { message: 'Если такая учётная запись есть, письмо со ссылкой уже в пути. Проверьте почту.' }
  })

  route(app, authApi.checkReset, async ({ query }) => {
    const { email, token } = query
    // nothing is looked up without a token: the response must not reveal which addresses have accounts
    if (token !== undefined && !(await findPasswordReset(db, hashToken(token), email))) {
      throw new Refusal('link-expired')
    }
    return { email }
  })

  route(app, authApi.resetPassword, async ({ body }) => {
    await resetPassword(db, body(), config)
    return { message: 'Новый пароль задан. Теперь можно войти.' }
  })
}
