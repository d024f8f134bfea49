import type { FastifyInstance } from 'fastify'
import { authApi } from '#contract/auth/auth.api.ts'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { deleteSession, findPasswordReset } from '#server/auth/auth.repo.ts'
import { findChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { loadCurrentUser } from '#server/auth/current-user.repo.ts'
import { declineParentConsent, giveParentConsent } from '#server/auth/parent-consent.ts'
import { register } from '#server/auth/register.ts'
import { registerChild } from '#server/auth/register-child.ts'
import { resetPassword } from '#server/auth/reset-password.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { countAgainst, oneByOne, throttle } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'

export const authRoutes = (app: FastifyInstance, { db }: Deps) => {
  const signedIn = async (user: { id: number }, access_token: string) => ({
    user: found(await loadCurrentUser(db, user.id)),
    access_token,
  })

  route(app, authApi.user, async ({ actor }) => ({ user: found(await loadCurrentUser(db, actor.id)) }))

  route(app, authApi.register, async ({ body, request }) => {
    const form = body()
    const key = `registration:address:${request.ip}`
    const { user, access_token } = await oneByOne(key, async () => {
      await throttle(db, key, authLimits.registrationsPerAddress)
      // refused ones count too, or the form would tell without end which addresses have accounts
      await countAgainst(db, key)
      return register(db, form, request.ip)
    })
    return signedIn(user, access_token)
  })

  route(app, authApi.registerChild, async ({ body, request }) => {
    const form = body()
    const place = `registration:address:${request.ip}`
    const parent = `parent-letters:${form.parent_email}`
    await oneByOne(place, () =>
      oneByOne(parent, async () => {
        await throttle(db, place, authLimits.registrationsPerAddress)
        await throttle(db, parent, authLimits.parentLettersPerAddress)
        await countAgainst(db, place)
        await countAgainst(db, parent)
        await registerChild(db, form, request.ip)
      }),
    )
    return { parent_email: form.parent_email }
  })

  route(app, authApi.checkParentConsent, async ({ query }) => {
    const child = await findChildRegistration(db, hashToken(query.token))
    if (!child) throw new Refusal('link-expired')
    return { name: child.name }
  })

  route(app, authApi.giveParentConsent, ({ body, request }) => giveParentConsent(db, body(), request.ip))

  route(app, authApi.declineParentConsent, ({ query }) => declineParentConsent(db, query.token))

  route(app, authApi.login, async ({ body, request }) => {
    const { user, access_token } = await signIn(db, body(), request.ip)
    return signedIn(user, access_token)
  })

  route(app, authApi.logout, async ({ request }) => {
    if (request.tokenHash) await deleteSession(db, request.tokenHash)
  })

  route(app, authApi.forgotPassword, async ({ body }) => {
    const { email } = body()
    const key = `forgot-password:account:${email}`
    await oneByOne(key, async () => {
      await throttle(db, key, authLimits.forgottenPasswordsPerAccount)
      await countAgainst(db, key)
      const user = await findUserByEmail(db, email)
      if (!user?.active) return
      await addEffect(db, 'reset-letter', { user_id: user.id })
    })
    return { message: 'Если такая учётная запись есть, письмо со ссылкой уже в пути. Проверьте почту.' }
  })

  route(app, authApi.checkReset, async ({ query }) => {
    if (!(await findPasswordReset(db, hashToken(query.token), query.email))) throw new Refusal('link-expired')
    return { email: query.email }
  })

  route(app, authApi.resetPassword, async ({ body }) => {
    await resetPassword(db, body())
    return { message: 'Новый пароль задан. Теперь можно войти.' }
  })
}
