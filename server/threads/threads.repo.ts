import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { threadEntries } from '#server/threads/threads.table.ts'
import { personColumns } from '#server/users/present-person.ts'
import { users } from '#server/users/users.table.ts'

const threadOf = (db: Db) =>
  db
    .select({ entry: threadEntries, person: personColumns })
    .from(threadEntries)
    .innerJoin(users, eq(users.id, threadEntries.user_id))
    .where(eq(threadEntries.task_id, sql.placeholder('task')))
    .orderBy(asc(threadEntries.id))

export const listThread = (db: Db, taskId: number) =>
  prepared(db, 'list_thread', (db, name) => threadOf(db).prepare(name)).execute({ task: taskId })
export type ThreadRecord = Awaited<ReturnType<typeof threadOf>>[number]

export const insertThreadEntry = async (db: Db, values: typeof threadEntries.$inferInsert) => {
  const [entry] = await db.insert(threadEntries).values(values).returning()
  return entry as typeof threadEntries.$inferSelect
}

/** Adds lines to several threads at once. */
export const insertThreadEntries = async (db: Db, values: (typeof threadEntries.$inferInsert)[]) => {
  if (values.length > 0) await db.insert(threadEntries).values(values)
}

export const findThreadEntry = async (db: Db, id: number) => {
  const [row] = await db
    .select({ entry: threadEntries, person: personColumns })
    .from(threadEntries)
    .innerJoin(users, eq(users.id, threadEntries.user_id))
    .where(eq(threadEntries.id, id))
  return row ?? null
}

/** Takes a line away, as if it had never been written. */
export const deleteThreadEntry = async (db: Db, id: number) => {
  await db.delete(threadEntries).where(eq(threadEntries.id, id))
}
