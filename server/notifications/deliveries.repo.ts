import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { announcements } from '#server/announcements/announcements.table.ts'
import type { Db } from '#server/db/database.ts'
import { pauseAfter, setAsideAfter } from '#server/effects/pauses.repo.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { notificationDeliveries as deliveries } from '#server/notifications/notification-settings.table.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { projects } from '#server/projects/projects.table.ts'

export type Channel = 'letter' | 'push'

/** A notification that waits to be sent to its recipient. */
export interface NewDelivery {
  notification_id: number
  user_id: number
  channel: Channel
  due_at: string
}

/** Adds any number of them in one statement. */
export const insertDeliveries = async (tx: Db, rows: NewDelivery[]) => {
  if (rows.length === 0) return
  const column = (name: keyof NewDelivery) => sql.param(rows.map((row) => row[name]))
  await tx.execute(sql`
    insert into notification_deliveries (notification_id, user_id, channel, due_at)
    select * from unnest(${column('notification_id')}::int[], ${column('user_id')}::int[], ${column('channel')}::text[],
      ${column('due_at')}::timestamptz[])`)
}

const isDue = and(isNull(deliveries.set_aside_at), lte(deliveries.due_at, sql`now()::timestamptz(3)`))

/** Locks of this kind have the recipient's id beside it; two letters to one person never leave at the same time. */
const lockClass = { letter: 0x6c74, push: 0x7073 }

/**
 * The recipient of the oldest delivery that is due, locked for this transaction; null when nothing is, or somebody else
 * sends it now.
 */
export const takeRecipient = async (tx: Db, channel: Channel) => {
  const [row] = await tx
    .select({ user_id: deliveries.user_id })
    .from(deliveries)
    .where(and(eq(deliveries.channel, channel), isDue))
    .orderBy(deliveries.due_at)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!row) return null
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockClass[channel]}::int, ${row.user_id}::int) as locked`,
  )
  return rows[0]?.locked ? row.user_id : null
}

/** What is due to a person by a channel, oldest first, with what it is about; locked for this transaction. */
export const listDue = (tx: Db, userId: number, channel: Channel) =>
  tx
    .select({
      notification: notifications,
      project: { id: projects.id, name: projects.name },
      lesson: { id: lessons.id, name: lessons.name },
      announcement: { id: announcements.id, content: announcements.content },
    })
    .from(deliveries)
    .innerJoin(notifications, eq(notifications.id, deliveries.notification_id))
    .leftJoin(projects, eq(projects.id, notifications.project_id))
    .leftJoin(lessons, eq(lessons.id, notifications.lesson_id))
    .leftJoin(announcements, eq(announcements.id, notifications.announcement_id))
    .where(and(eq(deliveries.user_id, userId), eq(deliveries.channel, channel), isDue))
    .orderBy(notifications.id)
    .for('update', { of: deliveries })
export type DueRow = Awaited<ReturnType<typeof listDue>>[number]

const these = (channel: Channel, ids: number[]) =>
  and(eq(deliveries.channel, channel), inArray(deliveries.notification_id, ids))

export const deleteDeliveries = async (tx: Db, channel: Channel, ids: number[]) => {
  if (ids.length > 0) await tx.delete(deliveries).where(these(channel, ids))
}

export const postponeDeliveries = async (tx: Db, channel: Channel, ids: number[], until: string) => {
  if (ids.length > 0) await tx.update(deliveries).set({ due_at: until }).where(these(channel, ids))
}

const firstPauseSeconds = 60

/**
 * After a failure: tries again what is due to the person in a minute, then after twice as long each time, max an hour;
 * sets it aside after the last try.
 */
export const retryLater = async (db: Db, userId: number, channel: Channel, reason: string) => {
  await db
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      last_error: reason,
      due_at: sql`now() + ${pauseAfter(deliveries.attempts, firstPauseSeconds)}`,
      set_aside_at: setAsideAfter(deliveries.attempts),
    })
    .where(and(eq(deliveries.user_id, userId), eq(deliveries.channel, channel), isDue))
}

/**
 * Dates again what a clock that was ahead has dated: otherwise it would wait for as long as the clock was wrong. No wait
 * for a digest and the end of quiet hours is longer than eight days, none after a failure longer than a day and an hour.
 */
export const redateDeliveries = async (db: Db) => {
  const { set_aside_at, created_at, due_at, attempts } = deliveries
  await db.execute(sql`
    update notification_deliveries set created_at = least(${created_at}, now()),
      due_at = now() + least(greatest(${due_at} - ${created_at}, interval '0'), interval '8 days')
    where ${set_aside_at} is null and ${created_at} > now() + interval '1 minute'`)
  await db.execute(sql`
    update notification_deliveries set due_at = now()
    where ${set_aside_at} is null
      and ${due_at} > now() + case when ${attempts} > 0 then interval '26 hours' else interval '9 days' end`)
}

/**
 * The valid verdicts that entries of threads show, by the ids of the entries; without those that were taken back or are
 * none.
 */
export const findReviewsOfEntries = async (db: Db, entryIds: number[]) => {
  if (entryIds.length === 0) return new Map<number, number>()
  const { rows } = await db.execute<{ entry_id: number; review_id: number }>(sql`
    select thread_entries.id as entry_id, max(reviews.id) as review_id from thread_entries
    join attempts on attempts.task_id = thread_entries.task_id and attempts.number = thread_entries.attempt
    join reviews on reviews.attempt_id = attempts.id and reviews.revoked_at is null
    where thread_entries.id = any(${sql.param(entryIds)}::int[]) group by thread_entries.id`)
  return new Map(rows.map(({ entry_id, review_id }) => [entry_id, review_id]))
}
