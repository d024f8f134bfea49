import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { neededConsents } from '#contract/consents/consents.schema.ts'
import type { Db } from '#server/db/database.ts'
import { erasures } from '#server/privacy/privacy.table.ts'
import { users } from '#server/users/users.table.ts'

/** Its moment is the transaction's, like that of a consent which is taken back in it. */
export const insertErasure = async (tx: Db, values: Omit<typeof erasures.$inferInsert, 'asked_at'>) => {
  await tx.insert(erasures).values({ ...values, asked_at: sql`now()` })
}

const isOpen = (userId: number) =>
  and(eq(erasures.user_id, userId), isNull(erasures.cancelled_at), isNull(erasures.erased_at))

/** Whether somebody has asked to erase the account. */
export const isErasureAsked = async (db: Db, userId: number) => (await db.$count(erasures, isOpen(userId))) > 0

/** Whether a parent has ended the account: it was neither its owner nor a curator. */
export const isErasureByParent = async (db: Db, userId: number) =>
  (await db.$count(erasures, and(isOpen(userId), isNull(erasures.asked_by)))) > 0

/**
 * Whether the account is erased because a consent that it needs was taken back, and not by a request from before. Earlier
 * versions have written the moment of the request by the clock of the site's machine, which may be behind the database's.
 */
export const isErasureByWithdrawal = async (db: Db, userId: number) =>
  (await db.$count(
    erasures,
    and(
      isOpen(userId),
      sql`${erasures.asked_at} >= (
        select max(withdrawn_at) - interval '10 seconds' from consents
        where user_id = ${userId} and document = any(${sql.param([...neededConsents])}::text[]))`,
    ),
  )) > 0

/** Closes a person's open request. */
export const closeErasure = async (
  tx: Db,
  userId: number,
  end: { erased_at: string } | { cancelled_at: string; cancelled_by: number | null },
) => {
  await tx.update(erasures).set(end).where(isOpen(userId))
}

/** Rows per page of the record. */
export const erasurePageSize = 30

const asking = alias(users, 'asking')

/** A page of the record, newest first. */
export const listErasures = async (db: Db, page: number) => {
  const [rows, totals] = await Promise.all([
    db
      .select({
        erasure: erasures,
        user: { id: users.id, name: users.name, surname: users.surname },
        asked_by: { id: asking.id, name: asking.name, surname: asking.surname },
      })
      .from(erasures)
      .innerJoin(users, eq(users.id, erasures.user_id))
      .leftJoin(asking, eq(asking.id, erasures.asked_by))
      .orderBy(desc(erasures.id))
      .limit(erasurePageSize)
      .offset((page - 1) * erasurePageSize),
    db.select({ total: count() }).from(erasures),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}
