import type { FastifyInstance } from 'fastify'
import { canManageAccess, canSetUpSecondFactor } from '#contract/auth/account.policy.ts'
import { passkeysApi } from '#contract/auth/passkeys.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { withFreshPassword } from '#server/auth/fresh-password.ts'
import { listPasskeys } from '#server/auth/passkeys.repo.ts'
import { addPasskey, beginPasskey, removePasskey, siteOf } from '#server/auth/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'

export const passkeysRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const findVisible = async (actor: Actor, id: number) => found(await findVisibleUser(db, actor, id))

  route(app, passkeysApi.list, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    return { passkeys: await listPasskeys(db, user.id) }
  })

  route(app, passkeysApi.begin, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSetUpSecondFactor(actor, user))
    const site = siteOf(config, request.headers.host)
    return withFreshPassword(db, { actor, body, request }, async () => ({
      options: { ...(await beginPasskey(db, { id: user.id, label: user.email ?? user.login ?? '' }, site)) },
    }))
  })

  route(app, passkeysApi.create, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSetUpSecondFactor(actor, user))
    return addPasskey(db, user.id, body(), siteOf(config, request.headers.host))
  })

  route(app, passkeysApi.remove, async ({ params, actor, ...given }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    await withFreshPassword(db, { ...given, actor }, () => removePasskey(db, actor, user.id, params.passkey_id))
  })
}
