import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#contract/users/users.policy.ts'
import { calendarLinks } from '#server/calendar/calendar.table.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** Replaces the link of a person. */
export const setCalendarLink = async (db: Db, userId: number, secretHash: Buffer) => {
  await db
    .insert(calendarLinks)
    .values({ user_id: userId, secret_hash: secretHash })
    .onConflictDoUpdate({
      target: calendarLinks.user_id,
      set: { secret_hash: secretHash, created_at: sql`now()` },
    })
}

export const findCalendarLink = async (db: Db, userId: number) => {
  const [link] = await db
    .select({ created_at: calendarLinks.created_at })
    .from(calendarLinks)
    .where(eq(calendarLinks.user_id, userId))
  return link ?? null
}

export const deleteCalendarLinks = async (db: Db, userIds: number[]) => {
  await db.delete(calendarLinks).where(inArray(calendarLinks.user_id, userIds))
}

/** Whose calendar a link leads to: nobody's whose account is off, or waits to be erased or for a parent. */
export const findCalendarOwner = async (db: Db, secretHash: Buffer): Promise<Actor | null> => {
  const [owner] = await db
    .select({ id: users.id, role: users.role, rights: users.rights })
    .from(calendarLinks)
    .innerJoin(users, eq(users.id, calendarLinks.user_id))
    .where(
      and(
        eq(calendarLinks.secret_hash, secretHash),
        eq(users.active, true),
        isNull(users.erase_at),
        isNull(users.awaits_parent_at),
      ),
    )
  return owner ?? null
}
