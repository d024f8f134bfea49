import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Accounts that are off until a curator has accepted their registration. */
export const registrations = pgTable(
  'registrations',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The class whose code they had. */
    cohort_id: integer().references(() => cohorts.id, { onDelete: 'set null' }),
    /** The course that they apply to once they are let in, and their message to the school. */
    program_id: integer().references(() => courses.id, { onDelete: 'set null' }),
    application_text: text().notNull().default(''),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('registrations_by_time').on(table.created_at, table.user_id),
    index('registrations_by_cohort').on(table.cohort_id),
    index('registrations_by_program').on(table.program_id),
  ],
)
