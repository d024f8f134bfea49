import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { courses } from '#server/courses/courses.table.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Comments kept for reuse. */
export const savedComments = pgTable(
  'saved_comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Its author; a comment without a course is theirs alone. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    course_id: integer().references(() => courses.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    uses: integer().notNull().default(0),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('saved_comments_by_user').on(table.user_id), index('saved_comments_by_course').on(table.course_id)],
)
