import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'

/** The consequences of an act, written in the act's own transaction and carried out by one worker. */
export const effects = pgTable(
  'effects',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** Not before this moment; until then the act can be undone by deleting the row. */
    visible_at: moment().notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    /** Why the last try failed: see `failure-reason.ts`. */
    last_error: text(),
    /** When it was given up until a curator repeats it; null while it is tried. */
    set_aside_at: moment(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    index('effects_due').on(table.visible_at, table.id).where(sql`set_aside_at is null`),
    index('effects_set_aside').on(table.set_aside_at).where(sql`set_aside_at is not null`),
  ],
)
