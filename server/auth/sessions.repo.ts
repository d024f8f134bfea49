import { hash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { knownDevices, sessions } from '#server/auth/auth.table.ts'
import { type Device, widerNetwork } from '#server/auth/device.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { curatesPart } from '#server/users/curators.repo.ts'
import { users } from '#server/users/users.table.ts'

const ended = alias(sessions, 'ended')

/** Sessions last 30 days after their last use, and no longer than 180 days (product decision: sessions). */
const slidingEnd = sql`least(now() + interval '30 days', ${sessions.created_at} + interval '180 days')`

// In SQL's own names: drizzle leaves the table out of columns where a query has only one.

/** Those of curators, who may do everything, end after 12 hours without use. Needs the session's user. */
const sessionEnd = sql<string>`case when users.role = 'curator'
  then least(sessions.expires_at, sessions.used_at + interval '12 hours') else sessions.expires_at end`.mapWith(
  sessions.expires_at,
)

/** Whether the school's settings demand a second factor of a person in `users`. */
const demandsSecondFactor = sql`coalesce((
  select case value->>'second_factor' when 'staff' then users.role <> 'student' when 'curators' then users.role = 'curator' end
  from site_settings where key = 'school'), false)`

/** Whether a person in `users` has proved that an authenticator app is theirs, or has a passkey. */
export const hasSecondFactor = sql`(exists (
  select from second_factors where second_factors.user_id = users.id and second_factors.confirmed_at is not null)
  or exists (select from passkeys where passkeys.user_id = users.id))`

/** Whether a person in `users` must set up a second factor before anything else. */
export const lacksSecondFactor = sql<boolean>`(${demandsSecondFactor} and not ${hasSecondFactor})`

/** Whether a look is over because the curator may not look any more, or at a curator. Joins `sessions` and `users`. */
const isLookEnded = sql`(sessions.looker_id is not null and (users.role = 'curator' or not exists (
  select from users where users.id = sessions.looker_id and users.active and ${curatesPart('people')})))`

/** Whether a session may be used. Joins `sessions` and `users`. */
export const isLiveSession = sql`(${sessionEnd} > now() and users.active and not ${isLookEnded})`

/** The live session of a token, with its user. */
export const findSession = async (db: Db, tokenHash: Buffer) => {
  const statement = prepared(db, 'find_session', (db, name) =>
    db
      .select({
        user_id: sessions.user_id,
        used_at: sessions.used_at,
        password_at: sessions.password_at,
        expires_at: sessionEnd,
        role: users.role,
        rights: users.rights,
        looker_id: sessions.looker_id,
        // the curator has shown their own
        lacks_second_factor: sql<boolean>`(sessions.looker_id is null and ${lacksSecondFactor})`,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(and(eq(sessions.token_hash, sql.placeholder('hash')), isLiveSession))
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

export const insertSession = async (
  db: Db,
  tokenHash: Buffer,
  userId: number,
  { device, network, passwordAt }: Device & { passwordAt: string },
) => {
  await db.execute(
    visiting(sql`
      insert into sessions (token_hash, user_id, expires_at, password_at, device, network)
      values (${tokenHash}, ${userId}, now() + interval '30 days', ${passwordAt}, ${device}, ${network}) returning user_id`),
  )
}

/** Who looks, and until when. */
interface Look {
  lookerId: number
  until: string
}

/** Opens a session in which a curator looks at the site as a person; it does not slide, and is no visit of theirs. */
export const insertLook = async (db: Db, tokenHash: Buffer, userId: number, { lookerId, until }: Look) => {
  await db.insert(sessions).values({ token_hash: tokenHash, user_id: userId, looker_id: lookerId, expires_at: until })
}

/** Ends the looks of curators. A trigger writes the end of each look into the journal of changes, however it ends. */
export const deleteLooksOf = async (db: Db, ...lookerIds: number[]) => {
  await db.delete(sessions).where(inArray(sessions.looker_id, lookerIds))
}

/** The password was given again in a session. */
export const freshenSession = async (db: Db, tokenHash: Buffer) => {
  await db.update(sessions).set({ password_at: sql`now()` }).where(eq(sessions.token_hash, tokenHash))
}

/** The live sessions of a person, the last used first; not those of curators who look at the site as them. */
export const listSessions = (db: Db, userId: number) =>
  db
    .select({
      id: sessions.id,
      token_hash: sessions.token_hash,
      created_at: sessions.created_at,
      used_at: sessions.used_at,
      device: sessions.device,
      network: sessions.network,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.user_id, userId), isNull(sessions.looker_id), gt(sessionEnd, sql`now()`)))
    .orderBy(desc(sessions.used_at), desc(sessions.id))

/** Ends one session of a person, and the looks that they have begun; false when they have none of this id. */
export const deleteSessionById = async (db: Db, userId: number, id: number) => {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), isNull(sessions.looker_id), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  if (ended.length > 0) await deleteLooksOf(db, userId)
  return ended.length > 0
}

/** Ends the session of a token, and the looks that its person has begun. */
export const deleteSessions = async (db: Db, tokenHashes: Buffer[]) => {
  const own = db
    .select({ user_id: ended.user_id })
    .from(ended)
    .where(and(inArray(ended.token_hash, tokenHashes), isNull(ended.looker_id)))
  await db.delete(sessions).where(or(inArray(sessions.token_hash, tokenHashes), inArray(sessions.looker_id, own)))
}

/** Ends all sessions of people, except the one that is given, and their looks. */
export const deleteSessionsOf = async (db: Db, userIds: number[], except?: Buffer | null) => {
  const isTheirs = and(inArray(sessions.user_id, userIds), except ? ne(sessions.token_hash, except) : undefined)
  await db.delete(sessions).where(or(isTheirs, inArray(sessions.looker_id, userIds)))
}

/** Sessions are loaded again after what they depend on has changed beside them: a kept one lasts until its row does. */
export const reportSessionsOf = async (db: Db, userId: number) => {
  await db.update(sessions).set({ user_id: userId }).where(eq(sessions.user_id, userId))
}

/**
 * Remembers a device that somebody signs in with. True when it is new to a person who has signed in with others. An
 * address changes from day to day, so the wider network counts.
 */
export const rememberDevice = async (db: Db, userId: number, { device, network }: Device) => {
  const device_hash = hash('sha256', `${device} ${widerNetwork(network)}`, 'buffer')
  const { rows } = await db.execute<{ is_new: boolean }>(sql`
    with others as (select from known_devices where user_id = ${userId} limit 1)
    insert into known_devices (user_id, device_hash) values (${userId}, ${device_hash})
    on conflict (user_id, device_hash) do update set used_at = now()
    returning xmax = 0 and exists (select from others) as is_new`)
  return rows[0]?.is_new ?? false
}

/** Deletes sessions that are over, and devices that were not used for a year. */
export const deleteOldSessions = async (db: Db) => {
  await db.delete(sessions).where(lt(sessions.expires_at, sql`now()`))
  await db.delete(knownDevices).where(lt(knownDevices.used_at, sql`now() - interval '1 year'`))
}
