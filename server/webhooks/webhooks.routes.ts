import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { maxWebhooks } from '#contract/webhooks/webhook-events.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.api.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { mayReach, notListed } from '#server/outgoing-hosts.ts'
import { targetFault } from '#server/webhooks/post-safely.ts'
import { shownSecret } from '#server/webhooks/webhooks.effects.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  hasDelivery,
  insertPing,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  restartDelivery,
} from '#server/webhooks/webhooks.repo.ts'

const object = { kind: 'settings', id: 'webhooks' } as const

const faults = {
  insecure: 'Нужен защищённый адрес: https://…',
  credentials: 'Уберите из адреса имя и пароль: сообщения подписаны, и этого достаточно.',
  private: 'Этот адрес во внутренней сети: туда сайт ничего не отправляет.',
}

export const webhooksRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  route(app, webhooksApi.list, async () => ({ webhooks: await listWebhooks(db) }))

  route(app, webhooksApi.create, async ({ actor, body, request }) => {
    needFreshPassword(request)
    const values = body()
    const fault = targetFault(new URL(values.url), { loopback: config.webhooksToLoopback })
    if (fault) throw invalid('url', faults[fault])
    if (!mayReach(config, new URL(values.url))) throw invalid('url', notListed)
    const secret = randomBytes(32).toString('base64')
    const webhook = await db.transaction(async (tx) => {
      if ((await countWebhooks(tx)) >= maxWebhooks) {
        throw new Refusal('wrong-state', { detail: `Адресов уже ${maxWebhooks}. Удалите те, которые не нужны.` })
      }
      const row = await insertWebhook(tx, { ...values, secret })
      const after = { webhook: row.id, events: row.events }
      await addAuditEntry(tx, { actor, kind: 'webhook-created', object, after })
      return row
    })
    return { webhook: { ...webhook, last: null }, secret: shownSecret(secret) }
  })

  route(app, webhooksApi.remove, async ({ params, actor }) => {
    await db.transaction(async (tx) => {
      found((await deleteWebhook(tx, params.id)) || null)
      await addAuditEntry(tx, { actor, kind: 'webhook-removed', object, before: { webhook: params.id } })
    })
  })

  route(app, webhooksApi.ping, async ({ params }) => {
    const { id } = found(await findWebhook(db, params.id))
    await db.transaction(async (tx) => addEffect(tx, 'webhook-due', await insertPing(tx, id)))
  })

  route(app, webhooksApi.deliveries, async ({ params }) => {
    const { id } = found(await findWebhook(db, params.id))
    return { deliveries: await listDeliveries(db, id) }
  })

  route(app, webhooksApi.repeat, async ({ params: { id, delivery_id } }) => {
    await db.transaction(async (tx) => {
      found((await hasDelivery(tx, id, delivery_id)) || null)
      if (!(await restartDelivery(tx, id, delivery_id))) {
        throw new Refusal('wrong-state', { detail: 'Это сообщение сайт ещё отправляет сам.' })
      }
      await addEffect(tx, 'webhook-due', { delivery_id, webhook_id: id })
    })
  })
}
