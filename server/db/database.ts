import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The database, or a transaction on it: queries take either. */
export type Db = PgDatabase<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>

/** Connections of one process. */
export interface Database {
  db: Db
  pool: pg.Pool
  /** The address, for a separate connection that listens. */
  url: string
}

/** Opens a pool; connects on the first query. */
export const openDatabase = (url: string, { max = 20 } = {}): Database => {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 10_000 })
  // an idle connection that breaks must not end the process; the next query gets a fresh one
  pool.on('error', () => {})
  return { db: drizzle(pool), pool, url }
}
