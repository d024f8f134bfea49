import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { schoolTimeZone } from '#contract/dates.ts'
import type { Channels } from '#contract/notifications/notification-kinds.ts'
import type { NotificationType } from '#contract/notifications/notifications.schema.ts'
import { moment } from '#server/db/columns.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { users } from '#server/users/users.table.ts'

/** What people have chosen; somebody without a row has the defaults. */
export const notificationSettings = pgTable('notification_settings', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Both or none: `HH:mm` in the person's zone. */
  quiet_from: text(),
  quiet_to: text(),
  time_zone: text().notNull().default(schoolTimeZone),
  /** The kinds whose channels were chosen. */
  kinds: jsonb().$type<Partial<Record<NotificationType, Channels>>>().notNull().default({}),
})

/**
 * Notifications that wait to be sent by a channel: one row each, deleted in the transaction that sends it, so that no
 * event is ever in two letters.
 */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    notification_id: integer()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    channel: text().$type<'letter' | 'push'>().notNull(),
    /** The recipient. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    due_at: moment().notNull(),
    /** Failed tries. */
    attempts: integer().notNull().default(0),
    /** Why the last one failed: see `server/effects/failure-reason.ts`. */
    last_error: text(),
    /** When it was given up until a curator repeats it; null while it is tried. */
    set_aside_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.notification_id, table.channel] }),
    index('notification_deliveries_due').on(table.channel, table.due_at).where(sql`set_aside_at is null`),
    index('notification_deliveries_set_aside').on(table.set_aside_at).where(sql`set_aside_at is not null`),
    index('notification_deliveries_of_user').on(table.user_id, table.channel),
  ],
)

/** Browsers that get push messages (RFC 8030, RFC 8291). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A secret address: everybody who has it and the keys can send to the browser. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('push_subscriptions_of_user').on(table.user_id)],
)
