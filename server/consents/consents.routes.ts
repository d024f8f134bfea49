import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { canChangeConsents, canSeeConsents } from '#contract/consents/consents.policy.ts'
import { waitingPageSize } from '#contract/consents/waiting-children.schema.ts'
import { pageCount } from '#contract/http/fields.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { remindParents } from '#server/consents/ask-parents.ts'
import { pageOfWaiting } from '#server/consents/consent-requests.repo.ts'
import { consentPageSize, loadJournalBatches, pageOfJournal } from '#server/consents/consents.repo.ts'
import { giveConsent } from '#server/consents/give-consent.ts'
import { giveAsParent, loadGivenByParent, withdrawAsParent } from '#server/consents/parent-link.ts'
import { givePublicationAsParent, withdrawPublicationAsParent } from '#server/consents/parent-publication.ts'
import { loadConsentsOf, presentConsents } from '#server/consents/present-consents.ts'
import { presentWaiting } from '#server/consents/present-waiting.ts'
import { recordOnPaper } from '#server/consents/record-on-paper.ts'
import { endsAccount, withdrawConsent } from '#server/consents/withdraw-consent.ts'
import { withdrawOnPaper } from '#server/consents/withdraw-on-paper.ts'
import type { writeConsents } from '#server/consents/write-consents.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { todayIn } from '#server/journal/journal-sheet.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { inWorker, tableTimeLimitMs } from '#server/workers/workers.ts'

export const consentsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) => found(await findVisibleUser(db, actor, id))

  route(app, consentsApi.ofUser, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canSeeConsents(actor, user))
    return loadConsentsOf(db, actor, user)
  })

  route(app, consentsApi.give, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canChangeConsents(actor, user))
    await giveConsent(db, user.id, { ...body(), address: request.ip })
    return loadConsentsOf(db, actor, user)
  })

  route(app, consentsApi.withdraw, async ({ params: { id, document }, actor, body, request }) => {
    const user = await findVisible(actor, id)
    authorize(canChangeConsents(actor, user))
    // needs the password, and a fresh one, like the button that erases the account: it is the same act
    const ends = endsAccount(document)
    if (ends) needFreshPassword(request)
    const { password } = body()
    const withdraw = () =>
      withdrawConsent(db, user.id, { document, address: request.ip, keepSession: request.tokenHash })
    if (ends) await withOwnPassword(db, actor.id, { password, field: 'password', address: request.ip }, withdraw)
    else await withdraw()
    return loadConsentsOf(db, actor, user)
  })

  route(app, consentsApi.ofParent, async ({ query }) => loadGivenByParent(db, query.token))

  route(app, consentsApi.giveAsParent, async ({ body, request }) => {
    const { token, document, version } = body()
    const given = { token, version, address: request.ip }
    await (document === 'publication' ? givePublicationAsParent(db, given) : giveAsParent(db, given))
    return loadGivenByParent(db, token)
  })

  route(app, consentsApi.withdrawAsParent, async ({ query, request }) => {
    const taken = { token: query.token, address: request.ip }
    await (query.document === 'publication' ? withdrawPublicationAsParent(db, taken) : withdrawAsParent(db, taken))
    return loadGivenByParent(db, query.token)
  })

  route(app, consentsApi.recordOnPaper, async ({ params, actor, body }) => {
    const user = await findVisible(actor, params.id)
    await recordOnPaper(db, actor, user.id, body())
    return loadConsentsOf(db, actor, user)
  })

  route(app, consentsApi.withdrawOnPaper, async ({ params: { id, document }, actor, request }) => {
    const user = await findVisible(actor, id)
    needFreshPassword(request)
    await withdrawOnPaper(db, actor, user.id, document)
    return loadConsentsOf(db, actor, user)
  })

  route(app, consentsApi.waiting, async ({ query }) => {
    const { rows, total } = await pageOfWaiting(db, query)
    return {
      waiting: await presentWaiting(db, rows),
      page: query.page,
      pages: pageCount(total, waitingPageSize),
      total,
    }
  })

  route(app, consentsApi.remind, ({ body }) => remindParents(db, body()?.user_ids))

  route(app, consentsApi.list, async ({ query, actor }) => {
    const { rows, total } = await pageOfJournal(db, query)
    const presented = await presentConsents(
      db,
      actor,
      rows.map(({ consent }) => consent),
    )
    return {
      consents: presented.map((consent, place) => ({ ...consent, user: (rows[place] as (typeof rows)[number]).user })),
      page: query.page,
      pages: pageCount(total, consentPageSize),
      total,
    }
  })

  route(app, consentsApi.export, async ({ query, reply, request }) => {
    needFreshPassword(request)
    const csv = await inWorker<typeof writeConsents>(
      { batches: await loadJournalBatches(db, query), timeZone: query.time_zone },
      { module: new URL('./write-consents.ts', import.meta.url), name: 'writeConsents', timeLimitMs: tableTimeLimitMs },
    )
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': disposition(`Журнал согласий — ${todayIn(query.time_zone)}.csv`),
      })
      .send(csv)
  })
}
