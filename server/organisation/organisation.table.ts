import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Texts of the organisation section, by page number; a page without a row is empty. */
export const organisationTexts = pgTable('organisation_texts', {
  number: integer().primaryKey(),
  content: text().notNull(),
  updated_at: moment().notNull(),
  updated_by: integer().references(() => users.id, { onDelete: 'set null' }),
})
