import { and, eq, gt, inArray, lt, sql, sum } from 'drizzle-orm'
import { childRegistrations, emailConfirmations, passwordResets, throttleHits } from '#server/auth/auth.table.ts'
import { waitingDays } from '#server/auth/child-registrations.repo.ts'
import { deleteOldSessions } from '#server/auth/sessions.repo.ts'
import { deleteExpiredCodes } from '#server/cohorts/cohort-codes.repo.ts'
import type { Db } from '#server/db/database.ts'
import { deleteStaleEffects } from '#server/effects/effects.repo.ts'
import { hasEmail } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

export const insertPasswordReset = async (db: Db, tokenHash: Buffer, userId: number, hours: number) => {
  await db.insert(passwordResets).values({
    token_hash: tokenHash,
    user_id: userId,
    expires_at: sql`now() + ${hours} * interval '1 hour'`,
  })
}

/** The user whose password the link may set; null when the link is unknown, used, expired or for another address. */
export const findPasswordReset = async (db: Db, tokenHash: Buffer, email: string) => {
  const [row] = await db
    .select({ user_id: passwordResets.user_id })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.user_id))
    .where(
      and(
        eq(passwordResets.token_hash, tokenHash),
        gt(passwordResets.expires_at, sql`now()`),
        hasEmail(email),
        users.active,
      ),
    )
  return row ?? null
}

/** Marks the link as used; false when another request was faster. */
export const consumePasswordReset = async (db: Db, tokenHash: Buffer) =>
  (await db.delete(passwordResets).where(eq(passwordResets.token_hash, tokenHash)).returning()).length === 1

/** Ends the links by which these people set a password. */
export const deletePasswordResetsOf = async (db: Db, ...userIds: number[]) => {
  if (userIds.length === 0) return
  await db.delete(passwordResets).where(inArray(passwordResets.user_id, userIds))
}

/** Locks these keys: other transactions that count against one of them wait until this one ends. */
export const lockHits = async (tx: Db, keys: string[]) => {
  // always in the same order, or two transactions that count against the same keys could deadlock
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** How far the clocks of two machines may be apart, in milliseconds. */
const clockToleranceMs = 60_000

/**
 * The sum counted against `key` within the last `window` milliseconds, and the moment of the first hit. What was
 * counted while the clock was wrong, and is in the future now, keeps nobody out.
 */
export const sumHits = async (db: Db, key: string, window: number) => {
  const [row] = await db
    .select({ total: sum(throttleHits.amount).mapWith(Number), first: sql<string | null>`min(${throttleHits.at})` })
    .from(throttleHits)
    .where(
      and(
        eq(throttleHits.key, key),
        gt(throttleHits.at, new Date(Date.now() - window).toISOString()),
        lt(throttleHits.at, new Date(Date.now() + clockToleranceMs).toISOString()),
      ),
    )
  return { total: row?.total ?? 0, first: row?.first ?? null }
}

/** Inserts hits; returns the ids of the rows. */
export const insertHits = async (db: Db, hits: { key: string; amount?: number; at?: string }[]) => {
  const at = new Date().toISOString()
  const rows = await db
    .insert(throttleHits)
    .values(hits.map((hit) => ({ at, ...hit })))
    .returning({ id: throttleHits.id })
  return rows.map(({ id }) => id)
}

export const deleteHits = async (db: Db, ids: number[]) => {
  await db.delete(throttleHits).where(inArray(throttleHits.id, ids))
}

/** Deletes all hits whose keys have this beginning and end. */
export const deleteHitsLike = async (db: Db, beginning: string, end: string) => {
  await db
    .delete(throttleHits)
    .where(
      and(
        sql`starts_with(${throttleHits.key}, ${beginning})`,
        sql`right(${throttleHits.key}, length(${end})) = ${end}`,
      ),
    )
}

/**
 * Whether a hit is counted for a person. Keys end with an id or an address («publish:account:17»,
 * «forgot-password:account:maria@school.ru»); those of wrong passwords alone end with the address or the login, and a
 * login of digits is no id of another person.
 */
export const isCountedFor = ({ id, email, login }: { id: number; email: string | null; login: string | null }) => sql`
  case when starts_with(${throttleHits.key}, 'wrong-password:')
    then right(${throttleHits.key}, length(${login}::text) + 9) = ':account:' || ${login}::text
      or right(${throttleHits.key}, length(${email}::text) + 9) = ':account:' || ${email}::text
    else ${throttleHits.key} like '%:account:' || ${id}::int or right(${throttleHits.key}, length(${email}::text) + 1) = ':' || ${email}::text
  end`

/** Deletes what no check reads any more. */
export const deleteExpired = async (db: Db) => {
  await deleteOldSessions(db)
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, sql`now()`))
  await db.delete(emailConfirmations).where(lt(emailConfirmations.expires_at, sql`now()`))
  await db.delete(throttleHits).where(lt(throttleHits.at, sql`now() - interval '1 day'`))
  await db.delete(childRegistrations).where(lt(childRegistrations.expires_at, sql`now()`))
  await deleteExpiredCodes(db)
  // this letter names a child who never got an account
  await deleteStaleEffects(db, 'child-letter', waitingDays)
}
