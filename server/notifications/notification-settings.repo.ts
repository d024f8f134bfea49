import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { schoolTimeZone } from '#contract/dates.ts'
import type { Channels } from '#contract/notifications/notification-kinds.ts'
import {
  maxPushSubscriptions,
  type NotificationSettingsChange,
  type PushSubscriptionInput,
  type QuietHours,
} from '#contract/notifications/notification-settings.schema.ts'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import type { Db } from '#server/db/database.ts'
import { notificationSettings, pushSubscriptions } from '#server/notifications/notification-settings.table.ts'

/** What a person has chosen, with the defaults of what they have not. */
export interface ChosenSettings {
  quiet: QuietHours | null
  time_zone: string
  /** Only the kinds that were chosen. */
  kinds: Partial<Record<NotificationType, Channels>>
}

const chosenBy = (row: typeof notificationSettings.$inferSelect | undefined): ChosenSettings => ({
  quiet: row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
  time_zone: row?.time_zone ?? schoolTimeZone,
  kinds: row?.kinds ?? {},
})

export const findChosenSettings = async (db: Db, userId: number) => {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.user_id, userId))
  return chosenBy(row)
}

/** The settings of those of the people who have chosen any. */
export const listChosenSettings = async (db: Db, userIds: number[]) => {
  const rows = await db
    .select()
    .from(notificationSettings)
    .where(sql`${notificationSettings.user_id} = any(${sql.param(userIds)}::int[])`)
  return new Map(rows.map((row) => [row.user_id, chosenBy(row)]))
}

/** Sets what the change has; two simultaneous changes of different kinds lose nothing. */
export const saveSettings = async (
  tx: Db,
  user_id: number,
  { quiet, time_zone, kinds = {} }: NotificationSettingsChange,
) => {
  const times = quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }
  const chosen = { ...times, ...(time_zone !== undefined && { time_zone }) }
  await tx
    .insert(notificationSettings)
    .values({ user_id, ...chosen, kinds })
    .onConflictDoUpdate({
      target: notificationSettings.user_id,
      set: { ...chosen, kinds: sql`${notificationSettings.kinds} || excluded.kinds` },
    })
}

/** Those of the people who get push on any device. */
export const listPushReaders = async (db: Db, userIds: number[]) => {
  const rows = await db
    .selectDistinct({ user_id: pushSubscriptions.user_id })
    .from(pushSubscriptions)
    .where(sql`${pushSubscriptions.user_id} = any(${sql.param(userIds)}::int[])`)
  return new Set(rows.map(({ user_id }) => user_id))
}

export const listPushSubscriptions = (db: Db, userId: number) =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, userId)).orderBy(asc(pushSubscriptions.id))

/** A browser belongs to the person who subscribed with it last; the oldest of too many is forgotten. */
export const savePushSubscription = async (
  tx: Db,
  user_id: number,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
) => {
  const set = { user_id, p256dh, auth }
  await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...set })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set })
  await tx.execute(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${user_id} order by id desc offset ${maxPushSubscriptions})`)
}

export const deletePushSubscription = async (db: Db, userId: number, endpoint: string) => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

export const deletePushSubscriptions = async (db: Db, ids: number[]) => {
  if (ids.length > 0) await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids))
}

/** The key that links in letters are signed with; made when it is first needed. */
export const findLetterKey = async (db: Db) => {
  const made = sql`jsonb_build_object('letters', encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'))`
  const { rows } = await db.execute<{ key: string }>(sql`
    with made as (
      insert into site_settings (key, value, updated_at) values ('secrets', ${made}, now())
      on conflict do nothing returning value)
    select value->>'letters' as key from made
    union all select value->>'letters' from site_settings where key = 'secrets'`)
  const key = rows[0]?.key ?? (await findKeptKey(db))
  return Buffer.from(key, 'hex')
}

/** The key that another process has made at this moment. */
const findKeptKey = async (db: Db) => {
  const { rows } = await db.execute<{ key: string }>(
    sql`select value->>'letters' as key from site_settings where key = 'secrets'`,
  )
  return rows[0]?.key ?? ''
}
