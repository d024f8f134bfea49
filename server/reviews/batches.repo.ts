import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { taskBatches } from '#server/reviews/reviews.table.ts'

export type Batch = typeof taskBatches.$inferSelect
type Item = Batch['items'][number]

/** Creates an act on many tasks. */
export const insertBatch = async (db: Db, values: Pick<Batch, 'user_id' | 'action'>) => {
  const rows = await db
    .insert(taskBatches)
    .values({ ...values, items: [] })
    .returning()
  return onlyRow(rows)
}

/** Records what was done to one task; call it in the same transaction. */
export const addBatchItem = async (tx: Db, id: number, item: Item) => {
  await tx
    .update(taskBatches)
    .set({ items: sql`${taskBatches.items} || ${JSON.stringify([item])}::jsonb` })
    .where(eq(taskBatches.id, id))
}

/** Deletes acts that can long not be undone. */
export const deleteOldBatches = async (db: Db) => {
  await db.delete(taskBatches).where(lt(taskBatches.created_at, sql`now() - interval '1 day'`))
}

/** An act on many tasks, if it is the user's own. */
export const findOwnBatch = async (db: Db, id: number, userId: number) => {
  const [batch] = await db
    .select()
    .from(taskBatches)
    .where(and(eq(taskBatches.id, id), eq(taskBatches.user_id, userId)))
  return batch ?? null
}
