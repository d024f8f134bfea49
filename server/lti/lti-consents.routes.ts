import type { FastifyInstance } from 'fastify'
import { ltiApi } from '#contract/lti/lti.api.ts'
import type { LtiShares } from '#contract/lti/lti.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { ToolRecord } from '#server/lti/lti.repo.ts'
import {
  deleteConsent,
  findConsent,
  insertConsent,
  listConsents,
  updateConsent,
} from '#server/lti/lti-consents.repo.ts'
import { presentConsent, sharedOf } from '#server/lti/present-lti.ts'

/** Makes sure that somebody has consented to a tool before it is opened for them, now or before. 409 otherwise. */
export const needConsent = async (tx: Db, actor: Actor, tool: ToolRecord, given: LtiShares | undefined) => {
  if (!given) {
    if (await findConsent(tx, tool.id, actor.id)) return
    throw new Refusal('wrong-state', {
      detail: 'Сначала согласитесь с тем, что инструмент о вас узнает. Обновите страницу и откройте его ещё раз.',
    })
  }
  const consent = { ...sharedOf(tool, given), tool_id: tool.id, user_id: actor.id }
  if (!(await insertConsent(tx, consent))) return
  await addAuditEntry(tx, {
    actor,
    kind: 'lti-consent-given',
    object: { kind: 'user', id: actor.id },
    after: { lti_tool: tool.id },
  })
}

/** What people have allowed tools to know: each sees, changes and takes back their own. */
export const ltiConsentRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, ltiApi.consents, async ({ actor }) => ({
    consents: (await listConsents(db, actor.id)).map(presentConsent),
  }))

  route(app, ltiApi.changeConsent, async ({ params, actor, body }) => {
    const { tool } = found(await findConsent(db, params.id, actor.id))
    const shares = sharedOf(tool, body())
    await db.transaction(async (tx) => {
      found((await updateConsent(tx, tool.id, actor.id, shares)) || null)
      await addAuditEntry(tx, {
        actor,
        kind: 'lti-consent-changed',
        object: { kind: 'user', id: actor.id },
        after: { lti_tool: tool.id },
      })
    })
    return { consent: presentConsent(found(await findConsent(db, tool.id, actor.id))) }
  })

  route(app, ltiApi.withdrawConsent, async ({ params, actor }) => {
    const { tool } = found(await findConsent(db, params.id, actor.id))
    await db.transaction(async (tx) => {
      found((await deleteConsent(tx, tool.id, actor.id)) || null)
      await addAuditEntry(tx, {
        actor,
        kind: 'lti-consent-withdrawn',
        object: { kind: 'user', id: actor.id },
        before: { lti_tool: tool.id },
      })
    })
  })
}
