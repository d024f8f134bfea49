import pg from 'pg'

/**
 * Opens a pool whose broken connections end no process: what was asked over them fails, and the next query gets a new
 * one. Without a listener an error of a connection is thrown where nobody can catch it, while it is idle and also while it
 * is lent out, such as between two statements of a transaction.
 */
export const openPool = (config: pg.PoolConfig) => {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
