import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ApplicationStatus } from '#contract/applications/applications.schema.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** People who want to take an announced course. */
export const applications = pgTable(
  'applications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull().default(''),
    status: text().$type<ApplicationStatus>().notNull().default('new'),
    reason: text().notNull().default(''),
    created_at: moment().notNull().default(sql`now()`),
    decided_at: moment(),
    decided_by: integer().references(() => users.id),
  },
  (table) => [
    // a double click, or two devices, make one application
    uniqueIndex('applications_waiting').on(table.user_id, table.course_id).where(sql`status = 'new'`),
    index('applications_by_course').on(table.course_id, table.status),
    index('applications_by_status').on(table.status, table.created_at),
    index('applications_by_user').on(table.user_id),
    index('applications_by_decider').on(table.decided_by),
  ],
)
export type ApplicationRecord = typeof applications.$inferSelect
