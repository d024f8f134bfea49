import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Classes: groups of students who take courses together. */
export const cohorts = pgTable('cohorts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  starts_on: date(),
  ends_on: date(),
  created_at: moment().notNull().default(sql`now()`),
})

const ofCohort = () =>
  integer()
    .notNull()
    .references(() => cohorts.id, { onDelete: 'cascade' })

const member = () => ({
  cohort_id: ofCohort(),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: moment().notNull().default(sql`now()`),
})

/** Staff who answer for a class. */
export const cohortLeaders = pgTable('cohort_leaders', member(), (table) => [
  primaryKey({ columns: [table.cohort_id, table.user_id] }),
  index('cohort_leaders_by_user').on(table.user_id),
])

export const cohortStudents = pgTable('cohort_students', member(), (table) => [
  primaryKey({ columns: [table.cohort_id, table.user_id] }),
  index('cohort_students_by_user').on(table.user_id),
])

/** The courses that a class takes. */
export const cohortCourses = pgTable(
  'cohort_courses',
  {
    cohort_id: ofCohort(),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.cohort_id, table.course_id] }),
    index('cohort_courses_by_course').on(table.course_id),
  ],
)

/** Codes by which people register into a class; a withdrawn one is deleted. */
export const cohortCodes = pgTable(
  'cohort_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    cohort_id: ofCohort(),
    code: text().notNull().unique(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: moment().notNull().default(sql`now()`),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('cohort_codes_by_cohort').on(table.cohort_id),
    index('cohort_codes_by_creator').on(table.created_by),
    index('cohort_codes_by_expiry').on(table.expires_at),
  ],
)
