import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ThreadKind } from '#contract/threads/threads.schema.ts'
import { moment } from '#server/db/columns.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

/** Comments on a task, and its history. */
export const threadEntries = pgTable(
  'thread_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    kind: text().$type<ThreadKind>().notNull(),
    text: text().notNull().default(''),
    /** Whose name the text of a staff entry is: the new reviewer, or the one whose task was taken over. */
    named_id: integer().references(() => users.id),
    attempt: integer(),
    /** The requested or granted moment. */
    until: moment(),
    created_at: moment().notNull(),
  },
  (table) => [index('thread_entries_by_task').on(table.task_id, table.id)],
)
