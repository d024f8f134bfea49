import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { SecurityKind } from '#contract/security/security-kinds.ts'
import { moment } from '#server/db/columns.ts'

/**
 * The security log. Triggers refuse to change or truncate it, and to delete an entry before its time, so it refers to
 * nothing. No text of people: neither what was typed nor what a browser calls itself.
 */
export const securityEntries = pgTable(
  'security_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().default(sql`now()`),
    /** The last time of `count` times. */
    until: moment().notNull().default(sql`now()`),
    count: integer().notNull().default(1),
    kind: text().$type<SecurityKind>().notNull(),
    user_id: integer(),
    /** An IPv4 address or the /64 of an IPv6 one; empty where several were added up. */
    network: text().notNull(),
    /** A method and a path of ours. */
    place: text().notNull(),
  },
  (table) => [
    index('security_entries_by_time').on(table.at, table.id),
    index('security_entries_by_user').on(table.user_id, table.at, table.id),
    index('security_entries_by_kind').on(table.kind, table.at, table.id),
  ],
)
