import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import { moment } from '#server/db/columns.ts'

/** Events for open pages, kept for a while so that a page that was away receives what it missed. */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    event: jsonb().$type<LiveEvent>().notNull(),
    /** The recipients. */
    user_ids: integer().array().notNull(),
    /** Every curator receives it, too. */
    to_curators: boolean().notNull().default(false),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('events_by_moment').on(table.created_at)],
)
