import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { effects } from '#server/effects/effects.table.ts'
import { impossiblePause, pauseAfter, setAsideAfter } from '#server/effects/pauses.repo.ts'

export const insertEffect = async (db: Db, kind: string, payload: unknown, visibleAt?: string) => {
  await db.insert(effects).values({ kind, payload, ...(visibleAt ? { visible_at: visibleAt } : {}) })
}

export const insertEffects = async (db: Db, kind: string, payloads: unknown[], visibleAt: string[] = []) => {
  if (payloads.length === 0) return
  // one parameter for all of them: a statement has max 65,535
  await db.execute(sql`
    insert into effects (kind, payload, visible_at)
    select ${kind}, each.payload, coalesce(each.visible_at, now())
    from rows from (
      jsonb_array_elements(${JSON.stringify(payloads)}::jsonb), unnest(${sql.param(visibleAt)}::timestamptz[])
    ) each(payload, visible_at)`)
}

/** What is sent to other programs, which may be slow, is a queue of its own: nothing else waits behind it. */
export type Queue = 'own' | 'programs'

const isIn = (queue: Queue) =>
  queue === 'programs' ? eq(effects.kind, 'webhook-due') : ne(effects.kind, 'webhook-due')

const isDue = or(
  // rounded like the column, or an effect would be due half a millisecond after its act
  lte(effects.visible_at, sql`now()::timestamptz(3)`),
  // was never to wait: in the future it is only because the clock was wrong then
  and(eq(effects.attempts, 0), lte(effects.visible_at, effects.created_at)),
  // was to wait for a moment, such as for an undo, and was written while the clock was ahead
  and(
    eq(effects.attempts, 0),
    gt(effects.created_at, sql`now() + interval '1 minute'`),
    lte(effects.visible_at, sql`${effects.created_at} + interval '1 minute'`),
  ),
  and(gt(effects.attempts, 0), gt(effects.visible_at, impossiblePause)),
)

/**
 * The oldest due effect of a queue, or of both, locked for this transaction; skips one that another worker has locked.
 */
export const takeDueEffect = async (db: Db, queue?: Queue) => {
  const [effect] = await db
    .select()
    .from(effects)
    .where(and(isNull(effects.set_aside_at), isDue, queue && isIn(queue)))
    .orderBy(asc(effects.visible_at), asc(effects.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return effect ?? null
}

/** Not due yet, and with these parts in the payload. */
const isHeld = (match: object) =>
  and(
    eq(effects.attempts, 0),
    gt(effects.visible_at, sql`now()`),
    sql`${effects.payload} @> ${JSON.stringify(match)}::jsonb`,
  )

/** An effect that is not due yet, whose payload has these parts; locked for this transaction. */
export const takeHeldEffect = async (db: Db, kind: string, match: object) => {
  const [effect] = await db
    .select()
    .from(effects)
    .where(and(eq(effects.kind, kind), isHeld(match)))
    .limit(1)
    .for('update', { skipLocked: true })
  return effect ?? null
}

/** Until when the effect with these parts is held back; undefined when it is due or done. */
export const findHeldUntil = async (db: Db, match: object) => {
  const [effect] = await db.select({ visible_at: effects.visible_at }).from(effects).where(isHeld(match)).limit(1)
  return effect?.visible_at
}

/** Holds back everything of an act that is not due yet until this moment; skips what another transaction has locked. */
export const delayEffects = async (db: Db, match: object, until: string) => {
  const held = db.select({ id: effects.id }).from(effects).where(isHeld(match)).for('update', { skipLocked: true })
  await db.update(effects).set({ visible_at: until }).where(inArray(effects.id, held))
}

export const deleteEffect = async (db: Db, id: number) => {
  await db.delete(effects).where(eq(effects.id, id))
}

/** Deletes effects of these kinds about these people that have not been carried out yet. */
export const deleteEffectsAbout = async (tx: Db, kinds: string[], userIds: number[]) => {
  await tx
    .delete(effects)
    .where(
      and(
        inArray(effects.kind, kinds),
        sql`${effects.payload}->'user_id' = any(select to_jsonb(id) from unnest(${sql.param(userIds)}::int[]) id)`,
      ),
    )
}

/** Deletes effects of a kind that kept failing for this many days. */
export const deleteStaleEffects = async (db: Db, kind: string, days: number) => {
  await db
    .delete(effects)
    .where(and(eq(effects.kind, kind), lt(effects.created_at, sql`now() - ${days} * interval '1 day'`)))
}

const firstPauseSeconds = 5

/** Postpones a failed effect: 5 s, then twice as long each time, max an hour; sets it aside after the last try. */
export const postponeEffect = async (db: Db, id: number, reason: string) => {
  await db
    .update(effects)
    .set({
      attempts: sql`${effects.attempts} + 1`,
      last_error: reason,
      visible_at: sql`now() + ${pauseAfter(effects.attempts, firstPauseSeconds)}`,
      set_aside_at: setAsideAfter(effects.attempts),
    })
    .where(eq(effects.id, id))
}
