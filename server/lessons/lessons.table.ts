import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Criterion, HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { LessonStatus } from '#contract/lessons/lessons.schema.ts'
import { courses, sections } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'

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
    created_at: moment().notNull().default(sql`now()`),
    deleted_at: moment(),
  },
  (table) => [
    index('lessons_by_course').on(table.course_id, table.position),
    index('lessons_by_section').on(table.section_id),
  ],
)

export const assignments = pgTable('assignments', {
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
   * The largest id a criterion ever had here: an id is never reused, or old verdicts would refer to another criterion.
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
})
