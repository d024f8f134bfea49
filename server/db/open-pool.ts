import pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'
import { endWhenSilent } from '#server/db/end-when-silent.ts'

/** Since when each connection of a pool is lent out, by `performance.now()`; the longest first. */
const lentOf = (pool: pg.Pool): ReadonlyMap<pg.PoolClient, number> => {
  const lent = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => lent.set(client, performance.now()))
  pool.on('release', (_error, client) => lent.delete(client))
  pool.on('remove', (client) => lent.delete(client))
  return lent
}

/**
 * A connection that breaks while it is lent out is taken back at once, and its borrower's own `release` does nothing
 * then. drizzle never gives back the one on which the `begin` of a transaction failed: each death of the database would
 * cost the pool some, until none are left and nothing gets a response any more.
 */
const takeBackBroken = (pool: pg.Pool, lent: ReadonlyMap<pg.PoolClient, number>) => {
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return
      const { release } = client
      client.release = () => {}
      release(true)
    })
  })
}

/**
 * Opens a pool whose broken connections end no process: what was asked over them fails, and the next query gets a new
 * one. Without a listener an error of a connection is thrown where nobody can catch it, while it is idle and also while
 * it is lent out, such as between two statements of a transaction. `directUrl`: the address of PostgreSQL itself, when the
 * pool connects to a pooler.
 */
export const openPool = (config: pg.PoolConfig, directUrl?: string) => {
  const pool = new pg.Pool({ Client: DatabaseClient, ...config })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const lent = lentOf(pool)
  takeBackBroken(pool, lent)
  endWhenSilent(lent, { url: config.connectionString, directUrl })
  return pool
}
