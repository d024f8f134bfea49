import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { users } from '#server/users/users.table.ts'

/** Questions of students under a lesson, each with the one answer for everybody. */
export const lessonQuestions = pgTable(
  'lesson_questions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lesson_id: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    created_at: moment().notNull(),
    /** When its text was changed. */
    edited_at: moment(),
    /** Null while it waits. */
    answer: text(),
    answered_by: integer().references(() => users.id),
    answered_at: moment(),
  },
  (table) => [
    index('lesson_questions_by_lesson').on(table.lesson_id, table.id),
    index('lesson_questions_by_user').on(table.user_id),
  ],
)
