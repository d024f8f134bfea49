import { and, asc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/durations.ts'
import { sessions } from '#server/auth/auth.table.ts'
import { deleteLooksOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { ProvedPerson } from '#server/identities/claims.ts'
import {
  providerLogouts,
  providerSessions,
  providerSignIns,
  userIdentities,
} from '#server/identities/identities.table.ts'
import type { Begun } from '#server/identities/provider.ts'

/** How long somebody may take at the provider and after it, in minutes. */
const signInMinutes = 15

/** Keeps a sign-in that a browser begins. */
export const insertSignIn = async (db: Db, key_hash: Buffer, { state, nonce, verifier }: Begun) => {
  const expires_at = new Date(Date.now() + signInMinutes * minuteMs).toISOString()
  await db.insert(providerSignIns).values({ key_hash, state, nonce, verifier, expires_at })
}

const isOpen = (keyHash: Buffer) =>
  and(eq(providerSignIns.key_hash, keyHash), gt(providerSignIns.expires_at, sql`now()`))

/** A sign-in whose answer comes now, once: null when it came before, or there is no such sign-in. */
export const beginAnswer = async (db: Db, keyHash: Buffer) => {
  const [row] = await db
    .update(providerSignIns)
    .set({ answered_at: sql`now()` })
    .where(and(isOpen(keyHash), isNull(providerSignIns.answered_at)))
    .returning()
  return row ?? null
}

export const keepPerson = async (db: Db, keyHash: Buffer, person: ProvedPerson) => {
  await db.update(providerSignIns).set({ person }).where(eq(providerSignIns.key_hash, keyHash))
}

/** Returns the person whom the provider has named in a sign-in that is still under way. */
export const findPerson = async (db: Db, keyHash: Buffer) => {
  const [row] = await db.select({ person: providerSignIns.person }).from(providerSignIns).where(isOpen(keyHash))
  return row?.person ?? null
}

/** Ends a sign-in; false when another request was faster. */
export const consumeSignIn = async (tx: Db, keyHash: Buffer) =>
  ((await tx.delete(providerSignIns).where(isOpen(keyHash))).rowCount ?? 0) > 0

/** Whose account this account at the provider signs in to. */
export const findIdentity = async (db: Db, issuer: string, subject: string) => {
  const [row] = await db
    .select()
    .from(userIdentities)
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
  return row ?? null
}

/** The accounts at providers that somebody signs in with, the oldest first. */
export const listIdentities = (db: Db, userId: number) =>
  db.select().from(userIdentities).where(eq(userIdentities.user_id, userId)).orderBy(asc(userIdentities.id))

/** False when the account, or the one at the provider, has another one already. */
export const insertIdentity = async (tx: Db, identity: { user_id: number; issuer: string; subject: string }) =>
  ((await tx.insert(userIdentities).values(identity).onConflictDoNothing()).rowCount ?? 0) > 0

export const touchIdentity = async (tx: Db, id: number) => {
  await tx.update(userIdentities).set({ used_at: sql`now()` }).where(eq(userIdentities.id, id))
}

/** The identity that was there; null when there was none. */
export const deleteIdentity = async (tx: Db, userId: number, id: number) => {
  const [row] = await tx
    .delete(userIdentities)
    .where(and(eq(userIdentities.id, id), eq(userIdentities.user_id, userId)))
    .returning()
  return row ?? null
}

export const insertProviderSession = async (tx: Db, session: typeof providerSessions.$inferInsert) => {
  await tx.insert(providerSessions).values(session)
}

/** The provider's name of a session of ours; null for one that began with a password. */
export const findProviderSession = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db.select().from(providerSessions).where(eq(providerSessions.token_hash, tokenHash))
  return row ?? null
}

/** Ends the sessions of ours that match, and the looks that their people have begun; returns whose they were. */
const endSessions = async (tx: Db, matching: SQL | undefined) => {
  const hashes = tx.select({ hash: providerSessions.token_hash }).from(providerSessions).where(matching)
  const ended = await tx
    .delete(sessions)
    .where(inArray(sessions.token_hash, hashes))
    .returning({ user_id: sessions.user_id })
  const people = [...new Set(ended.map(({ user_id }) => user_id))]
  if (people.length > 0) await deleteLooksOf(tx, ...people)
  return people
}

/** Identifies sessions at a provider: one of them by `sid`, all of a person by `subject` alone. */
interface AtProvider {
  issuer: string
  subject: string | null
  sid: string | null
}

/** Ends sessions that the provider has ended, and sign-ins of theirs that are under way; returns whose they were. */
export const endProviderSessions = async (tx: Db, { issuer, subject, sid }: AtProvider) => {
  const named = <Side>(value: string | null, side: (value: string) => Side) =>
    value === null ? undefined : side(value)
  await tx.delete(providerSignIns).where(
    and(
      named(subject, (value) => sql`${providerSignIns.person}->>'subject' = ${value}`),
      named(sid, (value) => sql`${providerSignIns.person}->>'sid' = ${value}`),
    ),
  )
  return endSessions(
    tx,
    and(
      eq(providerSessions.issuer, issuer),
      named(subject, (value) => eq(providerSessions.subject, value)),
      named(sid, (value) => eq(providerSessions.sid, value)),
    ),
  )
}

/** Ends the sessions that somebody has by one identity, except the one that is given. */
export const endSessionsOfIdentity = (
  tx: Db,
  { issuer, subject }: { issuer: string; subject: string },
  except: Buffer | null,
) =>
  endSessions(
    tx,
    and(
      eq(providerSessions.issuer, issuer),
      eq(providerSessions.subject, subject),
      except ? ne(providerSessions.token_hash, except) : undefined,
    ),
  )

/** Remembers a message of the provider for as long as it could be sent again; false when it came before. */
export const acceptLogout = async (tx: Db, idHash: Buffer, seconds: number) => {
  const expires_at = new Date(Date.now() + seconds * 1000).toISOString()
  const { rowCount } = await tx.insert(providerLogouts).values({ id_hash: idHash, expires_at }).onConflictDoNothing()
  return (rowCount ?? 0) > 0
}

/** Deletes sign-ins that nobody has finished, and messages that could not come again. */
export const deleteOldSignIns = async (db: Db) => {
  await db.delete(providerSignIns).where(lt(providerSignIns.expires_at, sql`now()`))
  await db.delete(providerLogouts).where(lt(providerLogouts.expires_at, sql`now()`))
}
