import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

/** What was saved of a lesson, save by save. A lesson that was never changed since versions are kept has none. */
export const lessonVersions = pgTable(
  'lesson_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** Null for what was there before. */
    user_id: integer().references(() => users.id),
    name: text().notNull(),
    content: text().notNull(),
    /** Null when the lesson had no assignment. */
    assignment_text: text(),
    created_at: moment().notNull(),
  },
  (table) => [index('lesson_versions_by_lesson').on(table.lesson_id, table.id)],
)
