import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import { moment } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

/** Readers' own notes on lessons. An emptied note stays as a row for some time: its revision never goes back. */
export const lessonNotes = pgTable(
  'lesson_notes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    highlights: jsonb().$type<Highlight[]>().notNull(),
    revision: integer().notNull(),
    saved_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.lesson_id] }),
    index('lesson_notes_by_lesson').on(table.lesson_id),
  ],
)
