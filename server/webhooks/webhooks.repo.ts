import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import { maxDeliveries, type WebhookEvent } from '#contract/webhooks/webhook-events.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { webhookDeliveries as deliveries, webhooks } from '#server/webhooks/webhooks.table.ts'

export type DeliveryRow = typeof deliveries.$inferSelect
type WebhookRow = typeof webhooks.$inferSelect

/** All addresses, newest first, each with its newest message that was tried. */
export const listWebhooks = async (db: Db) => {
  const last = db
    .selectDistinctOn([deliveries.webhook_id], getTableColumns(deliveries))
    .from(deliveries)
    .where(sql`${deliveries.tried_at} is not null`)
    .orderBy(deliveries.webhook_id, desc(deliveries.id))
  const [rows, tried] = await Promise.all([db.select().from(webhooks).orderBy(desc(webhooks.id)), last])
  const lastOf = new Map(tried.map((delivery) => [delivery.webhook_id, delivery]))
  return rows.map((row) => ({ ...row, last: lastOf.get(row.id) ?? null }))
}

export const findWebhook = async (db: Db, id: number): Promise<WebhookRow | null> => {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  return row ?? null
}

/** Locks the table against further addresses until the transaction ends, and returns how many there are. */
export const countWebhooks = async (tx: Db) => {
  await tx.execute(sql`lock table webhooks in share row exclusive mode`)
  return tx.$count(webhooks)
}

export const insertWebhook = async (tx: Db, webhook: typeof webhooks.$inferInsert) => {
  return onlyRow(await tx.insert(webhooks).values(webhook).returning())
}

/** Whether there was one. */
export const deleteWebhook = async (tx: Db, id: number) =>
  ((await tx.delete(webhooks).where(eq(webhooks.id, id))).rowCount ?? 0) > 0

/** The newest messages to an address. */
export const listDeliveries = (db: Db, webhookId: number) =>
  db
    .select()
    .from(deliveries)
    .where(eq(deliveries.webhook_id, webhookId))
    .orderBy(desc(deliveries.id))
    .limit(maxDeliveries)

/** A message with its address, locked for this transaction. */
export const takeDelivery = async (tx: Db, id: number) => {
  const [row] = await tx
    .select({ delivery: deliveries, webhook: webhooks })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhook_id))
    .where(eq(deliveries.id, id))
    // not its address: acts that write messages to it would wait for the other program
    .for('update', { of: deliveries })
  return row ?? null
}

interface Queued extends Record<string, unknown> {
  delivery_id: number
  webhook_id: number
}

/** Writes a message for each address that is sent the event and each of these data. */
export const insertDeliveries = async (tx: Db, event: WebhookEvent, data: Record<string, unknown>[]) => {
  const { rows } = await tx.execute<Queued>(sql`
    insert into webhook_deliveries (webhook_id, event, data)
    select webhooks.id, ${event}, each from webhooks, jsonb_array_elements(${JSON.stringify(data)}::jsonb) each
    where ${event} = any(webhooks.events)
    returning id as delivery_id, webhook_id`)
  return rows
}

/** Writes a message that tries an address. */
export const insertPing = async (tx: Db, webhook_id: number): Promise<Queued> => {
  const { id } = onlyRow(await tx.insert(deliveries).values({ webhook_id, event: 'ping', data: {} }).returning())
  return { delivery_id: id, webhook_id }
}

export const updateDelivery = async (tx: Db, id: number, values: Partial<DeliveryRow>) => {
  await tx.update(deliveries).set(values).where(eq(deliveries.id, id))
}

/** Makes a message waiting again; false when it is, or there is none. */
export const restartDelivery = async (tx: Db, webhookId: number, id: number) => {
  const { rowCount } = await tx
    .update(deliveries)
    .set({ status: 'waiting', attempts: 0 })
    .where(and(eq(deliveries.id, id), eq(deliveries.webhook_id, webhookId), sql`${deliveries.status} <> 'waiting'`))
  return (rowCount ?? 0) > 0
}

/** Whether an address has this message. */
export const hasDelivery = async (tx: Db, webhookId: number, id: number) =>
  (await tx.$count(deliveries, and(eq(deliveries.id, id), eq(deliveries.webhook_id, webhookId)))) > 0

/** Postpones what else is due for an address that does not respond, so that it delays nothing else. */
export const postponeOthers = async (tx: Db, webhookId: number, seconds: number) => {
  await tx.execute(sql`
    update effects set visible_at = now() + ${seconds} * interval '1 second'
    where id in (
      select id from effects
      where kind = 'webhook-due' and visible_at < now() + ${seconds} * interval '1 second'
        and payload @> jsonb_build_object('webhook_id', ${webhookId}::int)
      for update skip locked)`)
}

/** How long messages are kept, in days. */
const keptDays = 30

export const deleteOldDeliveries = async (db: Db) => {
  await db.delete(deliveries).where(lt(deliveries.created_at, sql`now() - ${keptDays} * interval '1 day'`))
}
