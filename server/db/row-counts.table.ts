import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * How many rows there are of a kind, such as `users:student`: the sum of its changes. Triggers add a row for each
 * change, so that writers never wait for each other.
 */
export const rowCounts = pgTable('row_counts', { name: text().notNull(), change: integer().notNull() }, (table) => [
  index('row_counts_by_name').on(table.name, table.change),
])
