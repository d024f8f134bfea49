import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
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

/** What staff note of a student in an assignment, whether or not there is a task: an absence, a comment. */
export const journalCells = pgTable(
  'journal_cells',
  {
    assignment_id: integer()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    student_id: integer()
      .notNull()
      .references(() => users.id),
    absent: boolean().notNull().default(false),
    comment: text().notNull().default(''),
    /** Who changed it last, and when. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    changed_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assignment_id, table.student_id] }),
    index('journal_cells_by_student').on(table.student_id),
  ],
)
