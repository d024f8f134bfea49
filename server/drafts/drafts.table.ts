import { integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { KeptDraft } from '#contract/drafts/drafts.schema.ts'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** People's own drafts of long texts. An ended draft stays as a row without a value: its revision never goes back. */
export const drafts = pgTable(
  'drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: jsonb().$type<KeptDraft['value']>(),
    revision: integer().notNull(),
    saved_at: moment().notNull(),
  },
  (table) => [unique('drafts_key').on(table.user_id, table.key)],
)
