import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { childRegistrations } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'

/** How long a child's registration waits for the parent, in days. */
export const waitingDays = 14

export const insertChildRegistration = async (
  db: Db,
  values: Omit<typeof childRegistrations.$inferInsert, 'expires_at'>,
) => {
  await db.insert(childRegistrations).values({ ...values, expires_at: sql`now() + ${waitingDays} * interval '1 day'` })
}

const waits = (tokenHash: Buffer) =>
  and(eq(childRegistrations.token_hash, tokenHash), gt(childRegistrations.expires_at, sql`now()`))

/** A registration that still waits; null when the token is unknown, used or expired. */
export const findChildRegistration = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db.select().from(childRegistrations).where(waits(tokenHash))
  return row ?? null
}

/** The latest waiting registration of an address; null when there is none. */
export const findWaitingChild = async (db: Db, email: string) => {
  const [row] = await db
    .select()
    .from(childRegistrations)
    .where(and(eq(childRegistrations.email, email), gt(childRegistrations.expires_at, sql`now()`)))
    .orderBy(desc(childRegistrations.created_at))
    .limit(1)
  return row ?? null
}

/** Deletes and returns a registration, to one caller only; null like above. */
export const takeChildRegistration = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db.delete(childRegistrations).where(waits(tokenHash)).returning()
  return row ?? null
}

/** Gives a registration another token, which invalidates the previous one. */
export const setChildToken = async (db: Db, tokenHash: Buffer, newHash: Buffer) => {
  await db.update(childRegistrations).set({ token_hash: newHash }).where(eq(childRegistrations.token_hash, tokenHash))
}

/** Deletes a registration, whatever token it has by now: a letter gives it another. */
export const endChildRegistration = async (
  db: Db,
  { email, password_hash }: { email: string; password_hash: string },
) => {
  await db
    .delete(childRegistrations)
    .where(and(eq(childRegistrations.email, email), eq(childRegistrations.password_hash, password_hash)))
}

export const deleteChildRegistrationsOf = async (db: Db, email: string) => {
  await db.delete(childRegistrations).where(eq(childRegistrations.email, email))
}
