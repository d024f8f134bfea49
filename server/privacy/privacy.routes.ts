import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { canErase, canExport } from '#contract/privacy/privacy.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { askErasureBy, keepAccount } from '#server/privacy/ask-erasure.ts'
import { erasurePageSize, listErasures } from '#server/privacy/erasures.repo.ts'
import { sendExport } from '#server/privacy/send-export.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { withOwnPassword } from '#server/users/own-password.ts'

export const privacyRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  const findVisible = async (actor: Actor, id: number) => found(await findVisibleUser(db, actor, id))

  route(app, privacyApi.export, async ({ params, actor, reply }) => {
    const user = await findVisible(actor, params.id)
    authorize(canExport(actor, user), 'Свои данные человек скачивает сам.')
    await sendExport(deps, user, reply)
  })

  route(app, privacyApi.erase, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canErase(actor, user))
    needFreshPassword(request)
    const { password, successor_id } = body()
    const own = actor.id === user.id
    const erase_at = await withOwnPassword(db, actor.id, { password, field: 'password', address: request.ip }, () =>
      db.transaction((tx) =>
        askErasureBy(tx, actor, {
          userId: user.id,
          ...(own ? { keepSession: request.tokenHash } : { successorId: successor_id }),
        }),
      ),
    )
    return { erase_at }
  })

  route(app, privacyApi.keep, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canErase(actor, user))
    await keepAccount(db, user.id, actor.id)
  })

  route(app, privacyApi.erasures, async ({ query }) => {
    const { rows, total } = await listErasures(db, query.page)
    return {
      erasures: rows.map(({ erasure, user, asked_by }) => ({ ...erasure, user, asked_by })),
      page: query.page,
      pages: pageCount(total, erasurePageSize),
      total,
    }
  })
}
