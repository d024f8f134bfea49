import { and, inArray, isNotNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FailureChoice } from '#contract/state/state.schema.ts'
import { maxFailures } from '#contract/state/state.schema.ts'
import type { Db } from '#server/db/database.ts'
import { obligedKinds } from '#server/effects/effect-kinds.ts'
import { effects } from '#server/effects/effects.table.ts'
import { notificationDeliveries as deliveries } from '#server/notifications/notification-settings.table.ts'

/** Something that was set aside. */
export interface FailureRow extends Record<string, unknown> {
  queue: 'effects' | 'letters' | 'push'
  id: number
  /** The kind of the effect, or of the notification. */
  kind: string
  since: string
  set_aside_at: string
  attempts: number
  last_error: string | null
  /** How many there are in all. */
  total: number
}

/** What was set aside, the newest first, max `maxFailures`. */
export const listFailures = async (db: Db) => {
  const { rows } = await db.execute<FailureRow>(sql`
    select *, count(*) over ()::int as total from (
      select 'effects' as queue, id, kind, created_at as since, set_aside_at, attempts, last_error
      from effects where set_aside_at is not null
      union all
      select case channel when 'letter' then 'letters' else 'push' end, notification_id, notifications.type,
        deliveries.created_at, set_aside_at, attempts, last_error
      from notification_deliveries deliveries join notifications on notifications.id = notification_id
      where set_aside_at is not null
    ) failures order by set_aside_at desc, queue, id desc limit ${maxFailures}`)
  return rows
}

const channels = { letters: 'letter', push: 'push' } as const

/** The condition for what was chosen of a table; null when nothing of it was. */
const chosen = (choice: FailureChoice, queue: FailureRow['queue'], id: PgColumn): SQL | undefined | null => {
  if ('all' in choice) return undefined
  const ids = choice.items.filter((item) => item.queue === queue).map((item) => item.id)
  return ids.length === 0 ? null : inArray(id, ids)
}

/** The condition for the chosen ones that were set aside, of each table. */
const places = (choice: FailureChoice) => {
  const aside = chosen(choice, 'effects', effects.id)
  const ofDeliveries = (['letters', 'push'] as const).flatMap((queue) => {
    const these = chosen(choice, queue, deliveries.notification_id)
    return these === null ? [] : [and(sql`${deliveries.channel} = ${channels[queue]}`, these)]
  })
  return {
    effects: aside === null ? null : and(isNotNull(effects.set_aside_at), aside),
    deliveries: ofDeliveries.map((of) => and(isNotNull(deliveries.set_aside_at), of)),
  }
}

const again = { set_aside_at: null, attempts: 0, last_error: null }
const now = sql`now()`

/** Makes what was set aside due again; returns how many there were. */
export const repeatFailures = async (tx: Db, choice: FailureChoice) => {
  const where = places(choice)
  let count = 0
  if (where.effects) {
    const done = await tx
      .update(effects)
      .set({ ...again, visible_at: now })
      .where(where.effects)
    count += done.rowCount ?? 0
  }
  for (const of of where.deliveries) {
    const done = await tx
      .update(deliveries)
      .set({ ...again, due_at: now })
      .where(of)
    count += done.rowCount ?? 0
  }
  return count
}

/** Deletes what was set aside, except what the school is obliged to; returns how many there were. */
export const deleteFailures = async (tx: Db, choice: FailureChoice) => {
  const where = places(choice)
  let count = 0
  if (where.effects) {
    const done = await tx.delete(effects).where(and(where.effects, notInArray(effects.kind, obligedKinds)))
    count += done.rowCount ?? 0
  }
  for (const of of where.deliveries) count += (await tx.delete(deliveries).where(of)).rowCount ?? 0
  return count
}

/** How long what was set aside waits for a curator, in days: old news help nobody, and payloads have addresses. */
const keptDays = 30

/** Deletes what nobody has repeated, except what the school is obliged to. */
export const deleteOldFailures = async (db: Db) => {
  const old = sql`now() - ${keptDays} * interval '1 day'`
  await db.delete(effects).where(and(lt(effects.set_aside_at, old), notInArray(effects.kind, obligedKinds)))
  await db.delete(deliveries).where(lt(deliveries.set_aside_at, old))
}
