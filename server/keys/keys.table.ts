import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { KeyScope } from '#contract/keys/key-scopes.ts'
import { bytes, moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Keys by which programs make calls for a curator; only their SHA-256 is kept. */
export const programKeys = pgTable(
  'program_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    token_hash: bytes().notNull(),
    scopes: text().array().notNull().$type<KeyScope[]>(),
    /** The curator who made it and for whom the program acts. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
    expires_at: moment().notNull(),
    used_at: moment(),
    /** A deleted key keeps its name for the journal of changes. */
    deleted_at: moment(),
  },
  (table) => [
    uniqueIndex('program_keys_by_token').on(table.token_hash),
    index('program_keys_by_user').on(table.user_id),
  ],
)
