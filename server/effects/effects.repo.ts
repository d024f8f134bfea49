import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { effects } from '#server/effects/effects.table.ts'

export const insertEffect = async (db: Db, kind: string, payload: unknown, visibleAt?: string) => {
  await db.insert(effects).values({ kind, payload, ...(visibleAt ? { visible_at: visibleAt } : {}) })
}

export const insertEffects = async (db: Db, kind: string, payloads: unknown[]) => {
  if (payloads.length > 0) await db.insert(effects).values(payloads.map((payload) => ({ kind, payload })))
}

/** The oldest due effect, locked for this transaction; skips one that another worker has locked. */
export const takeDueEffect = async (db: Db) => {
  const [effect] = await db
    .select()
    .from(effects)
    // rounded like the column, or an effect would be due half a millisecond after its act
    .where(lte(effects.visible_at, sql`now()::timestamptz(3)`))
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
export const holdEffects = async (db: Db, match: object, until: string) => {
  const held = db.select({ id: effects.id }).from(effects).where(isHeld(match)).for('update', { skipLocked: true })
  await db.update(effects).set({ visible_at: until }).where(inArray(effects.id, held))
}

export const deleteEffect = async (db: Db, id: number) => {
  await db.delete(effects).where(eq(effects.id, id))
}

/** Deletes effects of a kind that kept failing for this many days. */
export const deleteStaleEffects = async (db: Db, kind: string, days: number) => {
  await db
    .delete(effects)
    .where(and(eq(effects.kind, kind), lt(effects.created_at, sql`now() - ${days} * interval '1 day'`)))
}

/** Postpones a failed effect: 5 s, then twice as long each time, max an hour. */
export const postponeEffect = async (db: Db, id: number, error: string) => {
  await db
    .update(effects)
    .set({
      attempts: sql`${effects.attempts} + 1`,
      last_error: error.slice(0, 2000),
      visible_at: sql`now() + least(5 * power(2, least(${effects.attempts}, 20)), 3600) * interval '1 second'`,
    })
    .where(eq(effects.id, id))
}
