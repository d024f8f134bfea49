import type { FastifyInstance } from 'fastify'
import { accountApi } from '#contract/auth/account.api.ts'
import { canManageAccess, canSetUpSecondFactor } from '#contract/auth/account.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { loadCurrentUser } from '#server/auth/current-user.repo.ts'
import { needFreshPassword, withFreshPassword } from '#server/auth/fresh-password.ts'
import { beginLook, checkLook } from '#server/auth/look-as.ts'
import { siteOf } from '#server/auth/passkeys.ts'
import { countRecoveryCodes, findSecondFactor } from '#server/auth/second-factor.repo.ts'
import {
  checkSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from '#server/auth/second-factor.ts'
import { deleteSessionById, deleteSessionsOf, freshenSession, listSessions } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { withOwnPassword } from '#server/users/own-password.ts'

export const accountRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const findVisible = async (actor: Actor, id: number) => found(await findVisibleUser(db, actor, id))

  route(app, accountApi.givePassword, async ({ actor, body, request }) => {
    const { tokenHash, ip: address } = request
    const { password, code, passkey } = body()
    await withOwnPassword(db, actor.id, { password, field: 'password', address }, async () => {
      const site = siteOf(config, request.headers.host)
      await checkSecondFactor(db, actor.id, { code, passkey, site, address })
      if (tokenHash) await freshenSession(db, tokenHash)
    })
  })

  route(app, accountApi.look, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    checkLook(actor, user)
    needFreshPassword(request)
    const access_token = await beginLook(db, actor, user)
    return { user: found(await loadCurrentUser(db, user.id, actor.id)), access_token }
  })

  route(app, accountApi.sessions, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    const [rows, now] = [await listSessions(db, user.id), new Date().toISOString()]
    return {
      sessions: rows
        .map(({ token_hash, device, used_at, ...row }) => {
          const current = request.tokenHash?.equals(token_hash) ?? false
          // the row is written now and then
          return { ...row, used_at: current ? now : used_at, device: device || 'Неизвестное устройство', current }
        })
        .sort((one, other) => Number(other.current) - Number(one.current)),
    }
  })

  /** Ending their own is no news; a curator who ends somebody else's acts on an account. */
  const audit = (tx: Db, actor: Actor, userId: number) =>
    actor.id === userId
      ? null
      : addAuditEntry(tx, { actor, kind: 'sessions-ended', object: { kind: 'user', id: userId } })

  // a fresh password: otherwise somebody who has taken a session over could end the owner's
  route(app, accountApi.endSession, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    needFreshPassword(request)
    await db.transaction(async (tx) => {
      found((await deleteSessionById(tx, user.id, params.session_id)) || null)
      await audit(tx, actor, user.id)
    })
  })

  route(app, accountApi.endOtherSessions, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    needFreshPassword(request)
    await db.transaction(async (tx) => {
      await deleteSessionsOf(tx, [user.id], request.tokenHash)
      await audit(tx, actor, user.id)
    })
  })

  route(app, accountApi.secondFactor, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    const factor = await findSecondFactor(db, user.id)
    if (!factor?.confirmed_at) return { second_factor: null }
    return { second_factor: { since: factor.confirmed_at, recovery_codes: await countRecoveryCodes(db, user.id) } }
  })

  route(app, accountApi.setUpSecondFactor, async ({ params, actor, ...given }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSetUpSecondFactor(actor, user))
    return withFreshPassword(db, { ...given, actor }, () =>
      setUpSecondFactor(db, user.id, { issuer: config.appName, label: user.email ?? user.login ?? '' }),
    )
  })

  route(app, accountApi.confirmSecondFactor, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSetUpSecondFactor(actor, user))
    return confirmSecondFactor(db, user.id, { ...body(), address: request.ip })
  })

  route(app, accountApi.removeSecondFactor, async ({ params, actor, ...given }) => {
    const user = await findVisible(actor, params.id)
    authorize(canManageAccess(actor, user))
    await withFreshPassword(db, { ...given, actor }, () => removeSecondFactor(db, actor, user.id))
  })

  route(app, accountApi.renewRecoveryCodes, async ({ params, actor, ...given }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSetUpSecondFactor(actor, user))
    return withFreshPassword(db, { ...given, actor }, () => renewRecoveryCodes(db, user.id))
  })
}
