import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'

/** How far each open page has come with its changes of journals. Kept for a day after the last one. */
export const changeOrders = pgTable('change_orders', {
  /** The id that the page has drawn: nobody else knows it. */
  page: text().primaryKey(),
  /** The number of its last change that was done. */
  number: integer().notNull(),
  changed_at: moment().notNull().default(sql`now()`),
})
