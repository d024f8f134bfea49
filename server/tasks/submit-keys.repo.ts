import { and, eq, lt, not, sql } from 'drizzle-orm'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { Db } from '#server/db/database.ts'
import { submitKeys } from '#server/tasks/tasks.table.ts'

interface SubmitKey {
  user_id: number
  task_id: number
  key: string
}

const matches = ({ user_id, task_id, key }: SubmitKey) =>
  and(eq(submitKeys.user_id, user_id), eq(submitKeys.task_id, task_id), eq(submitKeys.key, key))

const expired = lt(submitKeys.created_at, sql`now() - interval '24 hours'`)

/** How often a task was handed in within 24 hours. */
export const countSubmits = (db: Db, taskId: number) =>
  db.$count(submitKeys, and(eq(submitKeys.task_id, taskId), not(expired)))

/**
 * Claims a key for this transaction. First lock the task: a repeat then waits until the first request has ended. Returns
 * false when that one succeeded, and true when it failed.
 */
export const claimSubmitKey = async (tx: Db, id: SubmitKey) => {
  await tx.delete(submitKeys).where(and(matches(id), expired))
  return (await tx.insert(submitKeys).values(id).onConflictDoNothing().returning()).length === 1
}

export const saveSubmitResponse = async (db: Db, id: SubmitKey, response: Task) => {
  await db.update(submitKeys).set({ answer: response }).where(matches(id))
}

export const findSubmitResponse = async (db: Db, id: SubmitKey) => {
  const [row] = await db.select({ answer: submitKeys.answer }).from(submitKeys).where(matches(id))
  return (row?.answer ?? null) as Task | null
}

/** Deletes keys that nobody repeats any more. */
export const deleteExpiredSubmitKeys = async (db: Db) => {
  await db.delete(submitKeys).where(expired)
}
