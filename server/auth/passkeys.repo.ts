import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/durations.ts'
import { passkeyChallenges as challenges, passkeys } from '#server/auth/passkeys.table.ts'
import type { Db } from '#server/db/database.ts'

/** A person's passkeys, the oldest first. */
export const listPasskeys = (db: Db, userId: number) =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.id))

/** Null when there is a passkey with this credential already. */
export const insertPasskey = async (tx: Db, passkey: typeof passkeys.$inferInsert) => {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning()
  return row ?? null
}

/** Whether there was one. */
export const deletePasskey = async (tx: Db, userId: number, id: number) =>
  ((await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.user_id, userId)))).rowCount ?? 0) > 0

/** Deletes all of a person's passkeys; whether there were any. */
export const deletePasskeysOf = async (tx: Db, userId: number) =>
  ((await tx.delete(passkeys).where(eq(passkeys.user_id, userId))).rowCount ?? 0) > 0

/** Records a use; false when a counter that counts did not grow: a copy was used. */
export const touchPasskey = async (db: Db, id: number, counter: number) => {
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, used_at: sql`now()` })
    .where(and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)))
  return (rowCount ?? 0) > 0
}

/** How long a browser may take, in minutes. */
const challengeMinutes = 5

export const insertChallenge = async (db: Db, challenge: Omit<typeof challenges.$inferInsert, 'expires_at'>) => {
  const expires_at = new Date(Date.now() + challengeMinutes * minuteMs).toISOString()
  await db.insert(challenges).values({ ...challenge, expires_at })
}

/** Uses a challenge up; false when there is no valid one like it. */
export const consumeChallenge = async (
  db: Db,
  { challenge_hash, user_id, purpose }: Omit<typeof challenges.$inferInsert, 'expires_at'>,
) => {
  const { rowCount } = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge_hash, challenge_hash),
        eq(challenges.user_id, user_id),
        eq(challenges.purpose, purpose),
        gt(challenges.expires_at, sql`now()`),
      ),
    )
  return (rowCount ?? 0) > 0
}

export const deleteExpiredChallenges = async (db: Db) => {
  await db.delete(challenges).where(lt(challenges.expires_at, sql`now()`))
}
