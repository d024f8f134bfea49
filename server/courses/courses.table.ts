import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { Scale } from '#contract/journal/scales.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

export const courses = pgTable(
  'courses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    summary: text().notNull().default(''),
    content: text().notNull().default(''),
    status: text().$type<CourseStatus>().notNull().default('draft'),
    /** How marks are shown; they are kept as points. */
    scale: text().$type<Scale>().notNull().default('points'),
    /** Whether everybody sees it as a programme, once it is published. */
    announced: boolean().notNull().default(false),
    /** The public announcement, HTML. */
    announcement: text().notNull().default(''),
    /** Whether people may enrol now. */
    enrolling: boolean().notNull().default(false),
    starts_on: date(),
    /** Places in total; null without a limit. */
    seats: integer(),
    /** Roubles for the whole course; 0 is free, null is unknown. */
    price: integer(),
    /** Facts of the programme as the organisation section shows them; when empty, the school's defaults. */
    code: text().notNull().default(''),
    level: text().notNull().default(''),
    form: text().notNull().default(''),
    duration: text().notNull().default(''),
    created_at: moment().notNull().default(sql`now()`),
    /** When something in this row was changed last; search engines read it. */
    changed_at: moment().notNull().default(sql`now()`),
    deleted_at: moment(),
  },
  (table) => [index('courses_by_words').using('gin', sql`words_of(${table.name} || ' ' || ${table.summary})`)],
)

export const sections = pgTable(
  'sections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    position: integer().notNull(),
  },
  (table) => [index('sections_by_course').on(table.course_id, table.position)],
)

const membership = () => ({
  course_id: integer()
    .notNull()
    .references(() => courses.id, { onDelete: 'cascade' }),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: moment().notNull().default(sql`now()`),
})

export const courseTeachers = pgTable('course_teachers', membership(), (table) => [
  primaryKey({ columns: [table.course_id, table.user_id] }),
  index('course_teachers_by_user').on(table.user_id),
])

/** Exactly those who were enrolled by hand or are in a class that takes the course: see `enrolments.repo.ts`. */
export const courseStudents = pgTable(
  'course_students',
  {
    ...membership(),
    /** Enrolled by hand: leaving a class does not end that. */
    by_hand: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.course_id, table.user_id] }),
    index('course_students_by_user').on(table.user_id),
  ],
)

/**
 * People who left a course, or had a place there when their account was deactivated. A row may predate the person's
 * return: somebody enrolled and active has not left.
 */
export const courseLeavers = pgTable(
  'course_leavers',
  {
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    left_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.course_id, table.user_id] }),
    index('course_leavers_by_user').on(table.user_id),
  ],
)
