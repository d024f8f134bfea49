import { z } from 'zod'
import { AddressId, Id, line, Moment } from '#contract/http/fields.ts'
import { webUrl } from '#contract/http/web-url.ts'
import { keysOf } from '#contract/records.ts'
import { deliveryErrors, deliveryNames, webhookEvents } from '#contract/webhooks/webhook-events.ts'

const WebhookEvent = z.enum(keysOf(webhookEvents), 'Такого события нет')

/** A new address that messages are sent to. */
export const NewWebhook = z.object({
  name: line(60),
  url: webUrl(500),
  events: z
    .array(WebhookEvent)
    .min(1, 'Выберите, о чём сообщать')
    .max(keysOf(webhookEvents).length, 'Каждое событие указывается один раз')
    .transform((events) => [...new Set(events)].sort()),
})

const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed'])

/** A message to another program. */
export const Delivery = z.object({
  id: Id,
  event: z.enum(keysOf(deliveryNames)),
  created_at: Moment,
  /** `waiting`: it is tried, again after failures; `failed`: it is not tried any more. */
  status: DeliveryStatus,
  attempts: z.number().int(),
  tried_at: Moment.nullable(),
  /** The status of the last response; null: there was none. */
  http_status: z.number().int().nullable(),
  /** Why the last attempt failed; null when it did not. */
  error: z.enum(keysOf(deliveryErrors)).nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** An address that messages are sent to; its secret is shown once. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  created_at: Moment,
  /** The newest message that was tried. */
  last: Delivery.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const DeliveryParams = z.object({ id: AddressId, delivery_id: AddressId })
