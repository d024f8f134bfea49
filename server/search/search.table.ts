import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { tsvector } from '#server/db/columns.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

/**
 * The words of each lesson in all their forms, ё as е, as the database keeps them. Apart from the lessons, so that no
 * query loads them with a row, and names alone, so that ranking those reads no long texts.
 */
export const lessonWords = pgTable(
  'lesson_words',
  {
    lesson_id: integer()
      .primaryKey()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    /** The words of the name. */
    name_words: tsvector().notNull(),
    /** The words of the name and the text. */
    words: tsvector().notNull(),
  },
  (table) => [
    index('lesson_words_by_name').using('gin', table.name_words),
    index('lesson_words_by_text').using('gin', table.words),
  ],
)
