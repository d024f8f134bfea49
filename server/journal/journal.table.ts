import { sql } from 'drizzle-orm'
import { boolean, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { courses } from '#server/courses/courses.table.ts'
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

/**
 * Columns of a journal for what is not handed in. Their ids come from the sequence of assignments: an id is one or the
 * other.
 */
export const journalColumns = pgTable(
  'journal_columns',
  {
    id: integer().primaryKey().default(sql`nextval('assignments_id_seq')`),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    held_on: date().notNull(),
    max_score: doublePrecision(),
    weight: doublePrecision().notNull().default(1),
  },
  (table) => [index('journal_columns_by_course').on(table.course_id, table.held_on, table.id)],
)

/** What a student has in such a column; kept like a mark with its absence and comment, without a task. */
export const journalMarks = pgTable(
  'journal_marks',
  {
    column_id: integer()
      .notNull()
      .references(() => journalColumns.id, { onDelete: 'cascade' }),
    student_id: integer()
      .notNull()
      .references(() => users.id),
    score: doublePrecision(),
    absent: boolean().notNull().default(false),
    comment: text().notNull().default(''),
    /** How many times the score was changed. */
    changes: integer().notNull().default(0),
    /** Who changed it last, and when. */
    user_id: integer()
      .notNull()
      .references(() => users.id),
    changed_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.column_id, table.student_id] }),
    index('journal_marks_by_student').on(table.student_id),
    index('journal_marks_by_writer').on(table.user_id),
  ],
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
