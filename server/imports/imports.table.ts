import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ImportKind, ImportStatus } from '#contract/imports/imports.schema.ts'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Imports with what they made, so that they can be undone. */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<ImportKind>().notNull(),
    /** The file that it reads, which may have been swept since; null in imports from before this was kept. */
    source_id: text(),
    /** The course that lessons are added to, or the one that was made. */
    course_id: integer().references(() => courses.id, { onDelete: 'cascade' }),
    /** Whether it makes its course. */
    makes_course: boolean().notNull(),
    status: text().$type<ImportStatus>().notNull().default('running'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    warnings: jsonb().$type<string[]>().notNull().default([]),
    lesson_ids: jsonb().$type<number[]>().notNull().default([]),
    section_ids: jsonb().$type<number[]>().notNull().default([]),
    /** A digest of the sections and of the order of the lessons as it has made them; null in imports from before this was kept. */
    outline: text(),
    file_ids: jsonb().$type<string[]>().notNull().default([]),
    created_at: moment().notNull().default(sql`now()`),
    /** The last heartbeat of its process. */
    alive_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('imports_by_user').on(table.user_id), index('imports_by_course').on(table.course_id)],
)
