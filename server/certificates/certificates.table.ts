import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/**
 * Certificates of finished courses: one for each person and course, besides those that were replaced, with the names of
 * the day it was issued.
 */
export const certificates = pgTable(
  'certificates',
  {
    /** 140 random bits in 28 letters and digits, 60 in 12 before December 2026; by fours with hyphens. */
    number: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    course_id: integer().references(() => courses.id, { onDelete: 'set null' }),
    name: text().notNull(),
    course: text().notNull(),
    /** The calendar day in Moscow. */
    issued_on: date().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    withdrawn_at: moment(),
    withdrawn_by: integer().references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    /** The number of the one that was issued instead; deleted together with it, as both are the same person's. */
    replaced_by: text(),
  },
  (table) => [
    uniqueIndex('certificates_once').on(table.user_id, table.course_id).where(sql`replaced_by is null`),
    index('certificates_of_course').on(table.course_id),
    index('certificates_withdrawn').on(table.withdrawn_by),
  ],
)
export type CertificateRecord = typeof certificates.$inferSelect
