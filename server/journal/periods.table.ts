import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PeriodKind } from '#contract/journal/period-kinds.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** The school's quarters, half-years and years. */
export const periods = pgTable(
  'periods',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<PeriodKind>().notNull(),
    name: text().notNull(),
    from_day: date().notNull(),
    /** The last day, which is included. */
    to_day: date().notNull(),
  },
  (table) => [check('periods_in_order', sql`${table.from_day} <= ${table.to_day}`)],
)

/** Totals that were set, as percentages; what is proposed is computed each time. */
export const journalTotals = pgTable(
  'journal_totals',
  {
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    period_id: integer()
      .notNull()
      .references(() => periods.id),
    student_id: integer()
      .notNull()
      .references(() => users.id),
    score: doublePrecision().notNull(),
    /** What was proposed then. */
    basis: doublePrecision(),
    /** Who set it last, and when. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    changed_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.course_id, table.period_id, table.student_id] }),
    index('journal_totals_by_student').on(table.student_id),
    index('journal_totals_by_period').on(table.period_id),
    index('journal_totals_by_writer').on(table.user_id),
  ],
)

/** Periods that a curator has closed for a course. */
export const periodLocks = pgTable(
  'period_locks',
  {
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    period_id: integer()
      .notNull()
      .references(() => periods.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    locked_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.course_id, table.period_id] }),
    index('period_locks_by_period').on(table.period_id),
    index('period_locks_by_user').on(table.user_id),
  ],
)
