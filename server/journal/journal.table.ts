import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

/** Scores set by hand, one row for each change. */
export const scoreChanges = pgTable(
  'score_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    task_id: integer()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    from_score: doublePrecision(),
    to_score: doublePrecision(),
    reason: text().notNull().default(''),
    created_at: moment().notNull(),
  },
  (table) => [index('score_changes_by_task').on(table.task_id)],
)
