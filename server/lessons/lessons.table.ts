import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Criterion, HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { LessonNeed, LessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { courses, sections } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

export const lessons = pgTable(
  'lessons',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    course_id: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    section_id: integer().references(() => sections.id, { onDelete: 'set null' }),
    position: integer().notNull(),
    name: text().notNull(),
    content: text().notNull().default(''),
    status: text().$type<LessonStatus>().notNull().default('draft'),
    publish_at: moment(),
    /** How long it takes to read, as its teacher says; null for the estimate. */
    minutes: integer(),
    /** A minute for each 1,000 characters of the text, at least one. */
    estimated_minutes: integer()
      .notNull()
      .generatedAlwaysAs(sql`greatest(1, ceil(length(regexp_replace(content, '<[^>]*>', '', 'g')) / 1000.0))::int`),
    /** Whether SCORM packages run below its text. */
    scorm: boolean().notNull().default(false),
    /** Whether tools of other sites are opened below its text. */
    lti: boolean().notNull().default(false),
    created_at: moment().notNull().default(sql`now()`),
    deleted_at: moment(),
  },
  (table) => [
    index('lessons_by_course').on(table.course_id, table.position),
    index('lessons_by_section').on(table.section_id),
    index('lessons_deleted').on(table.id).where(sql`deleted_at is not null`),
    index('lessons_by_spelling').using('gin', sql`spelled(${table.name}) gin_trgm_ops`),
    index('lessons_opening').on(table.publish_at).where(sql`publish_at is not null`),
  ],
)

export const assignments = pgTable(
  'assignments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lesson_id: integer()
      .notNull()
      .unique()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    due_at: moment(),
    closes_at: moment(),
    criteria: jsonb().$type<Criterion[]>().notNull().default([]),
    /**
     * The largest id a criterion ever had here: an id is never reused, or old verdicts would refer to another
     * criterion.
     */
    last_criterion_id: integer().notNull().default(0),
    kinds: jsonb().$type<HandInKind[]>().notNull().default(['text', 'files']),
    file_types: jsonb().$type<string[]>().notNull().default([]),
    /** In bytes. */
    max_file_size: bigint({ mode: 'number' }),
    team_size: integer().notNull().default(1),
    /** The reviewers that tasks are assigned to; empty for every teacher of the course. */
    reviewer_ids: jsonb().$type<number[]>().notNull().default([]),
    /** The weight in the journal's average. */
    weight: doublePrecision().notNull().default(1),
  },
  (table) => [
    // what the calendar of a whole school looks for
    index('assignments_due').on(table.due_at).where(sql`due_at is not null`),
    index('assignments_closing').on(table.closes_at).where(sql`closes_at is not null`),
  ],
)

/** Lessons that must come before a lesson of the same course. */
export const lessonRequirements = pgTable(
  'lesson_requirements',
  {
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    after_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    needs: text().$type<LessonNeed>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lesson_id, table.after_id] }),
    index('lesson_requirements_by_first').on(table.after_id),
  ],
)

/** Who has read which lesson; a lesson with a handed-in task counts as read without a row. */
export const lessonReads = pgTable(
  'lesson_reads',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    read_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.lesson_id] }),
    index('lesson_reads_by_lesson').on(table.lesson_id),
  ],
)
