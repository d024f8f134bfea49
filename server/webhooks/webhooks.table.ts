import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeliveryError, DeliveryEvent, WebhookEvent } from '#contract/webhooks/webhook-events.ts'
import { moment } from '#server/db/columns.ts'
import { sealedText } from '#server/db/sealed.ts'

/** Addresses of other programs that are sent what happens. */
export const webhooks = pgTable('webhooks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  url: text().notNull(),
  /** Signs the messages, in base 64: readable, since the server has to compute signatures. */
  secret: sealedText('webhooks.secret').notNull(),
  events: text().array().notNull().$type<WebhookEvent[]>(),
  created_at: moment().notNull().default(sql`now()`),
})

/** Messages to them; each is tried by effects of the kind `webhook-due`. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    webhook_id: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text().notNull().$type<DeliveryEvent>(),
    /** Ids and words alone. */
    data: jsonb().notNull().$type<Record<string, unknown>>(),
    status: text().notNull().default('waiting').$type<'waiting' | 'delivered' | 'failed'>(),
    attempts: integer().notNull().default(0),
    tried_at: moment(),
    http_status: integer(),
    error: text().$type<DeliveryError>(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('webhook_deliveries_by_webhook').on(table.webhook_id, table.id),
    index('webhook_deliveries_by_time').on(table.created_at),
  ],
)
