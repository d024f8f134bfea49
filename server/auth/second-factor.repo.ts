import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { recoveryCodes, secondFactors } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'

/** A person's authenticator app, confirmed or not. */
export const findSecondFactor = async (db: Db, userId: number) => {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.user_id, userId))
  return row ?? null
}

export const countRecoveryCodes = (db: Db, userId: number) =>
  db.$count(recoveryCodes, eq(recoveryCodes.user_id, userId))

/** Keeps a new secret instead of one that was not confirmed; false when there is a confirmed one. */
export const insertSecret = async (db: Db, userId: number, secret: string) => {
  const rows = await db
    .insert(secondFactors)
    .values({ user_id: userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.user_id,
      set: { secret, created_at: sql`now()` },
      setWhere: isNull(secondFactors.confirmed_at),
    })
    .returning({ user_id: secondFactors.user_id })
  return rows.length === 1
}

/**
 * Turns the second factor on; false when another request was faster, or has replaced the secret. Call it in a
 * transaction.
 */
export const confirmSecret = async (tx: Db, userId: number, secret: string) => {
  const ownRow = eq(secondFactors.user_id, userId)
  // sealed, no two texts of one secret are equal: the database cannot compare them
  const [row] = await tx.select().from(secondFactors).where(ownRow).for('update')
  if (!row || row.secret !== secret || row.confirmed_at !== null) return false
  await tx.update(secondFactors).set({ confirmed_at: sql`now()` }).where(ownRow)
  return true
}

/** Steps of 30 seconds: a last one so far ahead is of a moment when the clock was wrong, and must keep nobody out. */
const impossibleSteps = 120

/** Accepts the code of a time step; false when it, or a later one, was accepted before. */
export const consumeStep = async (db: Db, userId: number, step: number) => {
  const rows = await db
    .update(secondFactors)
    .set({ last_step: step })
    .where(
      and(
        eq(secondFactors.user_id, userId),
        isNotNull(secondFactors.confirmed_at),
        or(
          isNull(secondFactors.last_step),
          lt(secondFactors.last_step, step),
          gt(secondFactors.last_step, step + impossibleSteps),
        ),
      ),
    )
    .returning({ user_id: secondFactors.user_id })
  return rows.length === 1
}

/** Replaces the recovery codes. */
export const setRecoveryCodes = async (tx: Db, userId: number, hashes: Buffer[]) => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  if (hashes.length > 0)
    await tx.insert(recoveryCodes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
}

/** Uses a recovery code up; false when there is none like it. */
export const consumeRecoveryCode = async (db: Db, userId: number, hash: Buffer) => {
  const rows = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, hash)))
    .returning({ user_id: recoveryCodes.user_id })
  return rows.length === 1
}

/** Removes the app; whether it had been confirmed. */
export const deleteSecondFactor = async (tx: Db, userId: number) => {
  const [row] = await tx.delete(secondFactors).where(eq(secondFactors.user_id, userId)).returning()
  return row?.confirmed_at != null
}

/** Locks what a person signs in with until the transaction ends: further factors wait. */
export const lockSecondFactor = async (tx: Db, userId: number) => {
  await tx.execute(sql`select from users where id = ${userId} for no key update`)
}
