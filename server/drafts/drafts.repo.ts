import { and, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { KeptDraft } from '#contract/drafts/drafts.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { drafts } from '#server/drafts/drafts.table.ts'

export type DraftRecord = typeof drafts.$inferSelect

const isOf = (userId: number, key: string) => and(eq(drafts.user_id, userId), eq(drafts.key, key))

export const findDraft = async (db: Db, userId: number, key: string) => {
  const [draft] = await db.select().from(drafts).where(isOf(userId, key))
  return draft ?? null
}

/** A person's draft, created when there is none, and locked until the transaction ends: saves run one after another. */
export const lockDraft = async (tx: Db, userId: number, key: string) => {
  const begun = { user_id: userId, key, revision: 0, saved_at: new Date().toISOString() }
  await tx.insert(drafts).values(begun).onConflictDoNothing()
  return onlyRow(await tx.select().from(drafts).where(isOf(userId, key)).for('no key update'))
}

/** Sets the value of a draft; null ends it. */
export const updateDraft = async (tx: Db, draft: DraftRecord, value: KeptDraft['value']) => {
  const rows = await tx
    .update(drafts)
    .set({ value, revision: draft.revision + 1, saved_at: new Date().toISOString() })
    .where(eq(drafts.id, draft.id))
    .returning()
  return onlyRow(rows)
}

/** How many open drafts a person has. */
export const countDrafts = async (db: Db, userId: number) => {
  const [row] = await db
    .select({ count: count() })
    .from(drafts)
    .where(and(eq(drafts.user_id, userId), isNotNull(drafts.value)))
  return row?.count ?? 0
}

/** The person's open drafts with these keys. */
export const listOpenDrafts = (db: Db, userId: number, keys: string[]) =>
  db
    .select({ key: drafts.key, value: drafts.value })
    .from(drafts)
    .where(and(eq(drafts.user_id, userId), inArray(drafts.key, keys), isNotNull(drafts.value)))

/** Filters drafts to the person's own. */
export const listOwnDrafts = (db: Db, ids: number[], userId: number) =>
  db
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(inArray(drafts.id, ids), eq(drafts.user_id, userId)))

/** Deletes drafts that ended at least a quarter of a year ago. */
export const deleteEndedDrafts = async (db: Db) => {
  await db.delete(drafts).where(and(isNull(drafts.value), lt(drafts.saved_at, sql`now() - interval '90 days'`)))
}
