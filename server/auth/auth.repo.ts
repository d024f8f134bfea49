import { and, eq, gt, inArray, lt, ne, type SQL, sql, sum } from 'drizzle-orm'
import {
  childRegistrations,
  emailConfirmations,
  passwordResets,
  sessions,
  throttleHits,
} from '#server/auth/auth.table.ts'
import { waitingDays } from '#server/auth/child-registrations.repo.ts'
import { deleteExpiredCodes } from '#server/cohorts/cohort-codes.repo.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { deleteStaleEffects } from '#server/effects/effects.repo.ts'
import { hasEmail } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Sessions last 30 days after their last use, and no longer than 180 days (product decision: sessions). */
const slidingEnd = sql`least(now() + interval '30 days', ${sessions.created_at} + interval '180 days')`

/** The live session of a token, with its user. */
export const findSession = async (db: Db, tokenHash: Buffer) => {
  const statement = prepared(db, 'find_session', (db, name) =>
    db
      .select({
        user_id: sessions.user_id,
        used_at: sessions.used_at,
        expires_at: sessions.expires_at,
        role: users.role,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(and(eq(sessions.token_hash, sql.placeholder('hash')), gt(sessions.expires_at, sql`now()`), users.active))
      .prepare(name),
  )
  const [session] = await statement.execute({ hash: tokenHash })
  return session ?? null
}

/** A person's visit beside an act on a session, in one statement; `act` returns their id. */
const visiting = (act: SQL) => sql`
  with acted as (${act})
  insert into last_visits (user_id, at) select user_id, now() from acted
  on conflict (user_id) do update set at = excluded.at`

/** Extends a session that is used. */
export const touchSession = async (db: Db, tokenHash: Buffer) => {
  await db.execute(
    visiting(sql`
      update sessions set used_at = now(), expires_at = ${slidingEnd} where token_hash = ${tokenHash} returning user_id`),
  )
}

export const insertSession = async (db: Db, tokenHash: Buffer, userId: number) => {
  await db.execute(
    visiting(sql`
      insert into sessions (token_hash, user_id, expires_at)
      values (${tokenHash}, ${userId}, now() + interval '30 days') returning user_id`),
  )
}

export const deleteSession = async (db: Db, tokenHash: Buffer) => {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/** Ends all sessions of a person, except the one that is given. */
export const deleteSessionsOf = async (db: Db, userId: number, except?: Buffer | null) => {
  await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), except ? ne(sessions.token_hash, except) : undefined))
}

export const insertPasswordReset = async (db: Db, tokenHash: Buffer, userId: number, hours: number) => {
  await db.insert(passwordResets).values({
    token_hash: tokenHash,
    user_id: userId,
    expires_at: sql`now() + ${hours} * interval '1 hour'` as unknown as string,
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

export const deletePasswordResetsOf = async (db: Db, userId: number) => {
  await db.delete(passwordResets).where(eq(passwordResets.user_id, userId))
}

/** Locks these keys: other transactions that count against one of them wait until this one ends. */
export const lockHits = async (tx: Db, keys: string[]) => {
  // always in the same order, or two transactions that count against the same keys could deadlock
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** The sum counted against `key` within the last `window` milliseconds, and the moment of the first hit. */
export const sumHits = async (db: Db, key: string, window: number) => {
  const [row] = await db
    .select({ total: sum(throttleHits.amount).mapWith(Number), first: sql<string | null>`min(${throttleHits.at})` })
    .from(throttleHits)
    .where(and(eq(throttleHits.key, key), gt(throttleHits.at, new Date(Date.now() - window).toISOString())))
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

/** Deletes what no check reads any more. */
export const deleteExpired = async (db: Db) => {
  await db.delete(sessions).where(lt(sessions.expires_at, sql`now()`))
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, sql`now()`))
  await db.delete(emailConfirmations).where(lt(emailConfirmations.expires_at, sql`now()`))
  await db.delete(throttleHits).where(lt(throttleHits.at, sql`now() - interval '1 day'`))
  await db.delete(childRegistrations).where(lt(childRegistrations.expires_at, sql`now()`))
  await deleteExpiredCodes(db)
  // this letter names a child who never got an account
  await deleteStaleEffects(db, 'child-letter', waitingDays)
}
