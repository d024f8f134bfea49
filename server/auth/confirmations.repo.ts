import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { emailConfirmations } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'
import { hasEmail } from '#server/users/users.repo.ts'
import { guardians, users } from '#server/users/users.table.ts'

/** How long a link that confirms an address works, in days. */
export const confirmationDays = 7

export const insertConfirmation = async (db: Db, tokenHash: Buffer, { id, email }: { id: number; email: string }) => {
  await db.insert(emailConfirmations).values({
    token_hash: tokenHash,
    user_id: id,
    email,
    expires_at: sql`now() + ${confirmationDays} * interval '1 day'`,
  })
}

/**
 * The user whose address the link confirms; null when it is unknown, expired, or the account has another address by
 * now.
 */
export const findConfirmation = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db
    .select({ user_id: users.id, email: emailConfirmations.email })
    .from(emailConfirmations)
    .innerJoin(users, and(eq(users.id, emailConfirmations.user_id), eq(users.email, emailConfirmations.email)))
    .where(
      and(
        eq(emailConfirmations.token_hash, tokenHash),
        gt(emailConfirmations.expires_at, sql`now()`),
        isNull(users.erased_at),
      ),
    )
  return row ?? null
}

/** The child whose account waits, by the link that went to a parent; null when it is unknown, used or expired. */
export const findChildOfLink = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db
    .select({ user: users, parent_email: emailConfirmations.email })
    .from(emailConfirmations)
    .innerJoin(users, eq(users.id, emailConfirmations.user_id))
    .innerJoin(guardians, and(eq(guardians.child_id, users.id), eq(guardians.email, emailConfirmations.email)))
    .where(
      and(
        eq(emailConfirmations.token_hash, tokenHash),
        gt(emailConfirmations.expires_at, sql`now()`),
        isNotNull(users.awaits_parent_at),
        users.active,
        isNull(users.erase_at),
        isNull(users.erased_at),
      ),
    )
  return row ?? null
}

export const deleteConfirmationsOf = async (db: Db, userId: number) => {
  await db.delete(emailConfirmations).where(eq(emailConfirmations.user_id, userId))
}

/** Deletes the links that went to one address for this account; a parent's link to it stays. */
export const deleteConfirmationsAt = async (db: Db, userId: number, email: string) => {
  await db
    .delete(emailConfirmations)
    .where(and(eq(emailConfirmations.user_id, userId), eq(emailConfirmations.email, email)))
}

/** Records that somebody who reads the mail of this address has followed a link from it; only the first time counts. */
export const setEmailConfirmed = async (db: Db, userId: number, email: string) => {
  await db
    .update(users)
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())`, email_bounced_at: null })
    .where(and(eq(users.id, userId), hasEmail(email)))
}
