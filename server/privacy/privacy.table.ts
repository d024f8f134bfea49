import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import { users } from '#server/users/users.table.ts'

/** Every request for erasing an account and its outcome: proof of when data were destroyed, without whose. */
export const erasures = pgTable(
  'erasures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    asked_at: moment().notNull(),
    /**
     * The person, or a curator at their written request; null: a parent who took the consent for a child back, or
     * declined it.
     */
    asked_by: integer().references(() => users.id, { onDelete: 'set null' }),
    erase_at: moment().notNull(),
    cancelled_at: moment(),
    cancelled_by: integer().references(() => users.id, { onDelete: 'set null' }),
    erased_at: moment(),
  },
  (table) => [index('erasures_by_user').on(table.user_id, table.id)],
)
