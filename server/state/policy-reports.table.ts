import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'

/** What browsers have refused because of the content policy, added up: nothing about whose browsers they were. */
export const policyReports = pgTable(
  'policy_reports',
  {
    directive: text().notNull(),
    /** Scheme and host, or a word; see `PolicyReport`. */
    blocked: text().notNull(),
    /** As the router spells it; empty for an unknown page. */
    page: text().notNull(),
    count: integer().notNull(),
    first_at: moment().notNull().default(sql`now()`),
    last_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.directive, table.blocked, table.page] }),
    index('policy_reports_by_time').on(table.last_at),
  ],
)
