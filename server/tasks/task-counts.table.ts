import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'

/**
 * How many tasks of a course are in a state: the sum of its changes. Triggers add a row for each change, as in
 * `row_counts`, so that hand-ins never wait for each other.
 */
export const taskCounts = pgTable(
  'task_counts',
  {
    course_id: integer().notNull(),
    status: text().$type<TaskStatus>().notNull(),
    change: integer().notNull(),
  },
  (table) => [index('task_counts_by_course').on(table.course_id, table.status, table.change)],
)
