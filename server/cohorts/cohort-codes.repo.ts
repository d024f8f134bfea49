import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { cohortCodes } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

const live = gt(cohortCodes.expires_at, sql`now()`)

/** A code that works; null for one that is unknown, withdrawn or expired. */
export const findLiveCode = async (db: Db, code: string) => {
  const [row] = await db
    .select()
    .from(cohortCodes)
    .where(and(eq(cohortCodes.code, code), live))
  return row ?? null
}

/** The codes of a class that work, the newest first, with who made them. */
export const listCodes = (db: Db, cohortId: number) =>
  db
    .select({ code: cohortCodes, person: personColumns })
    .from(cohortCodes)
    .leftJoin(users, eq(users.id, cohortCodes.created_by))
    .where(and(eq(cohortCodes.cohort_id, cohortId), live))
    .orderBy(desc(cohortCodes.id))

export const countCodes = async (tx: Db, cohortId: number) => {
  const [row] = await tx
    .select({ count: count() })
    .from(cohortCodes)
    .where(and(eq(cohortCodes.cohort_id, cohortId), live))
  return row?.count ?? 0
}

export const insertCode = async (
  tx: Db,
  values: { cohort_id: number; code: string; created_by: number },
  days: number,
) => {
  const rows = await tx
    .insert(cohortCodes)
    .values({ ...values, expires_at: sql`now() + ${days} * interval '1 day'` })
    .returning()
  return onlyRow(rows)
}

/** Deletes a code of a class, whether it still works or not; false when it is gone. */
export const deleteCode = async (tx: Db, cohortId: number, id: number) => {
  const deleted = await tx
    .delete(cohortCodes)
    .where(and(eq(cohortCodes.id, id), eq(cohortCodes.cohort_id, cohortId)))
    .returning({ id: cohortCodes.id })
  return deleted.length > 0
}

/** Deletes the codes that work no more. */
export const deleteExpiredCodes = async (db: Db) => {
  await db.delete(cohortCodes).where(lt(cohortCodes.expires_at, sql`now()`))
}
