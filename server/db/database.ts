import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'
import { openPool } from '#server/db/open-pool.ts'

/** The database, or a transaction on it: queries take either. */
export type Db = PgDatabase<
  NodePgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>

/**
 * Runs queries that change nothing: on the replica, where there is one that has every change acknowledged before the
 * call, otherwise on the database itself. What fails on the replica runs again on the database.
 */
export type Read = <Result>(query: (db: Db) => Promise<Result>) => Promise<Result>

/** Connections of one process. */
export interface Database {
  db: Db
  pool: pg.Pool
  read: Read
  /** The address of PostgreSQL itself, for a separate connection that keeps its session: it listens or holds a lock. */
  url: string
}

/**
 * A connection to a pooler of transactions, such as PgBouncer: the next statement may reach another session, which has
 * prepared nothing. So statements have no names.
 */
class PooledClient extends DatabaseClient {
  // biome-ignore lint/suspicious/noExplicitAny: one of the many overloads of pg
  override query(statement: any, ...rest: any[]): any {
    const isNamed = typeof statement === 'object' && statement?.name
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...rest)
  }
}

interface OpenOptions {
  /** Max connections. */
  max?: number
  /** Whether the process may end while connections are idle. */
  allowExitOnIdle?: boolean
  /** The address of PostgreSQL itself, when `url` leads to a pooler of transactions. */
  directUrl?: string | null
}

/** Opens a pool; connects on the first query. */
export const openDatabase = (
  url: string,
  { max = 20, allowExitOnIdle = false, directUrl }: OpenOptions = {},
): Database => {
  const behindPooler = directUrl && directUrl !== url ? directUrl : undefined
  const Client = behindPooler ? PooledClient : DatabaseClient
  const config = { connectionString: url, max, allowExitOnIdle, connectionTimeoutMillis: 10_000, Client }
  const pool = openPool(config, behindPooler)
  const db = drizzle(pool)
  return { db, pool, read: (query) => query(db), url: directUrl || url }
}
