import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Criterion, LessonStatus } from '#contract/lessons/lessons.schema.ts'
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
  criteria: jsonb().$type<Criterion[]>().notNull().default([]),
})
