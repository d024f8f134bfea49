import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { canChangeConsents, canSeeConsents } from '#contract/consents/consents.policy.ts'
import { pageCount } from '#contract/http/fields.ts'
import { type Actor, canSeeUser } from '#contract/users/users.policy.ts'
import { consentPageSize, listJournal, pageOfJournal } from '#server/consents/consents.repo.ts'
import { consentsSheet } from '#server/consents/consents-sheet.ts'
import { giveConsent } from '#server/consents/give-consent.ts'
import { giveAsParent, loadGivenByParent, withdrawAsParent } from '#server/consents/parent-link.ts'
import { loadConsentsOf, presentConsent } from '#server/consents/present-consents.ts'
import { endsAccount, withdrawConsent } from '#server/consents/withdraw-consent.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { findUser } from '#server/users/users.repo.ts'

export const consentsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findUser(db, id), (user) => canSeeUser(actor, user))

  route(app, consentsApi.ofUser, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSeeConsents(actor, user))
    return loadConsentsOf(db, user)
  })

  route(app, consentsApi.give, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canChangeConsents(actor, user))
    await giveConsent(db, user.id, { ...body(), address: request.ip })
    return loadConsentsOf(db, user)
  })

  route(app, consentsApi.withdraw, async ({ params: { id, document }, actor, body, request }) => {
    const user = await findVisible(actor, id)
    authorize(canChangeConsents(actor, user))
    const { password } = body()
    const withdraw = () =>
      withdrawConsent(db, user.id, { document, address: request.ip, keepSession: request.tokenHash })
    // asked for as by the button that erases the account: it is the same act
    if (endsAccount(document)) await withOwnPassword(db, actor.id, { password, field: 'password' }, withdraw)
    else await withdraw()
    return loadConsentsOf(db, user)
  })

  route(app, consentsApi.ofParent, async ({ query }) => loadGivenByParent(db, query.token))

  route(app, consentsApi.giveAsParent, async ({ body, request }) => {
    const { token, version } = body()
    await giveAsParent(db, { token, version, address: request.ip })
    return loadGivenByParent(db, token)
  })

  route(app, consentsApi.withdrawAsParent, async ({ query, request }) => {
    await withdrawAsParent(db, { token: query.token, address: request.ip })
    return loadGivenByParent(db, query.token)
  })

  route(app, consentsApi.list, async ({ query }) => {
    const { rows, total } = await pageOfJournal(db, query)
    return {
      consents: rows.map(({ consent, user }) => ({ ...presentConsent(consent), user })),
      page: query.page,
      pages: pageCount(total, consentPageSize),
      total,
    }
  })

  route(app, consentsApi.export, async ({ query, reply }) => {
    const rows = await listJournal(db, query)
    const day = new Date().toISOString().slice(0, 10)
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': disposition(`Журнал согласий — ${day}.csv`),
      })
      .send(writeCsv(consentsSheet(rows, query.time_zone)))
  })
}
