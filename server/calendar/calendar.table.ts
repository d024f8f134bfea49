import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { courses } from '#server/courses/courses.table.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Events that teachers have added to the calendar of their course. */
export const courseEvents = pgTable(
  'course_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    title: text().notNull(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('course_events_of_course').on(table.course_id, table.at),
    index('course_events_by_moment').on(table.at),
    index('course_events_by_author').on(table.created_by),
  ],
)
export type CourseEventRecord = typeof courseEvents.$inferSelect

/** The link to a person's calendar feed; only the SHA-256 of its secret is kept. */
export const calendarLinks = pgTable('calendar_links', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret_hash: bytes().notNull().unique(),
  created_at: moment().notNull().default(sql`now()`),
})
