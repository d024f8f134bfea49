import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Curators' settings for the whole site, by group; a group without a row has its defaults. */
export const siteSettings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: moment().notNull(),
  updated_by: integer().references(() => users.id, { onDelete: 'set null' }),
})
