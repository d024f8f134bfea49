import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { FilmHeight } from '#contract/files/film-copies.ts'
import { moment } from '#server/db/columns.ts'
import { files } from '#server/files/files.table.ts'

/** `ready`: its copies are made, or it needs none. `failed`: only the original plays. */
type FilmStatus = 'waiting' | 'running' | 'ready' | 'failed'

/** Uploaded films, and the making of their smaller copies. */
export const films = pgTable(
  'films',
  {
    file_id: text()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    status: text().$type<FilmStatus>().notNull().default('waiting'),
    /** How many runs have begun; the current run is known by it. */
    attempts: integer().notNull().default(0),
    /** Progress of the current run. */
    percent: integer().notNull().default(0),
    /** The copies that are stored. */
    heights: jsonb().$type<FilmHeight[]>().notNull().default([]),
    created_at: moment().notNull().default(sql`now()`),
    /** Not before this moment. */
    due_at: moment().notNull().default(sql`now()`),
    /** The last heartbeat of the current run. */
    alive_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index('films_to_do').on(table.created_at).where(sql`status in ('waiting', 'running')`)],
)
