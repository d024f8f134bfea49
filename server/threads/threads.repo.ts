import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { ThreadKind } from '#contract/threads/threads.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { threadEntries } from '#server/threads/threads.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

const threadOf = (db: Db) =>
  db
    .select({ entry: threadEntries, person: personColumns })
    .from(threadEntries)
    .innerJoin(users, eq(users.id, threadEntries.user_id))
    // a later version of the site that runs beside this one may have written other kinds
    .where(and(eq(threadEntries.task_id, sql.placeholder('task')), inArray(threadEntries.kind, ThreadKind.options)))
    .orderBy(asc(threadEntries.id))

export const listThread = (db: Db, taskId: number) =>
  prepared(db, 'list_thread', (db, name) => threadOf(db).prepare(name)).execute({ task: taskId })
export type ThreadRecord = Awaited<ReturnType<typeof threadOf>>[number]

export const insertThreadEntry = async (db: Db, values: typeof threadEntries.$inferInsert) => {
  return onlyRow(await db.insert(threadEntries).values(values).returning())
}

interface NewEntry extends Required<Pick<typeof threadEntries.$inferInsert, 'task_id' | 'user_id' | 'kind' | 'text'>> {
  named_id: number | null
  attempt: number | null
  created_at: string
}

/** Inserts entries into threads, any number at once. */
export const insertThreadEntries = async (db: Db, entries: NewEntry[]) => {
  await db.execute(sql`
    insert into thread_entries (task_id, user_id, kind, text, named_id, attempt, created_at)
    select task_id, user_id, kind, text, named_id, attempt, created_at from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry(task_id int, user_id int, kind text, text text, named_id int, attempt int, created_at timestamptz)`)
}

export const findThreadEntry = async (db: Db, id: number) => {
  const [row] = await db
    .select({ entry: threadEntries, person: personColumns })
    .from(threadEntries)
    .innerJoin(users, eq(users.id, threadEntries.user_id))
    .where(eq(threadEntries.id, id))
  return row ?? null
}

/** When a person wrote their `count`-th latest entry in a thread; null when they wrote fewer. */
export const findEntryBefore = async (
  db: Db,
  { task_id, user_id }: { task_id: number; user_id: number },
  count: number,
) => {
  const [entry] = await db
    .select({ created_at: threadEntries.created_at })
    .from(threadEntries)
    .where(and(eq(threadEntries.task_id, task_id), eq(threadEntries.user_id, user_id)))
    .orderBy(desc(threadEntries.id))
    .limit(1)
    .offset(count - 1)
  return entry?.created_at ?? null
}

/** The latest request for more time in a thread. */
export const findLatestRequest = async (db: Db, taskId: number) => {
  const [entry] = await db
    .select()
    .from(threadEntries)
    .where(and(eq(threadEntries.task_id, taskId), eq(threadEntries.kind, 'extension-asked')))
    .orderBy(desc(threadEntries.id))
    .limit(1)
  return entry ?? null
}

/** Deletes an entry without a trace. */
export const deleteThreadEntry = async (db: Db, id: number) => {
  await db.delete(threadEntries).where(eq(threadEntries.id, id))
}
