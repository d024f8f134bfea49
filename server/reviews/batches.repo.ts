import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { taskBatches } from '#server/reviews/reviews.table.ts'

export type Batch = typeof taskBatches.$inferSelect
type Item = Batch['items'][number]

/** Begins an act on many works. */
export const insertBatch = async (db: Db, values: Pick<Batch, 'user_id' | 'action'>) => {
  const [batch] = await db
    .insert(taskBatches)
    .values({ ...values, items: [] })
    .returning()
  return batch as Batch
}

/** Notes what was done to one work; call it with the transaction of that. */
export const addBatchItem = async (tx: Db, id: number, item: Item) => {
  await tx
    .update(taskBatches)
    .set({ items: sql`${taskBatches.items} || ${JSON.stringify([item])}::jsonb` })
    .where(eq(taskBatches.id, id))
}

/** One's own act on many works. */
export const findOwnBatch = async (db: Db, id: number, userId: number) => {
  const [batch] = await db
    .select()
    .from(taskBatches)
    .where(and(eq(taskBatches.id, id), eq(taskBatches.user_id, userId)))
  return batch ?? null
}
