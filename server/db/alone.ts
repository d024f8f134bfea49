import type pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'

/** Any numbers that no other lock uses. */
const locks = { migration: 720_101, start: 720_102, backup: 720_104 }

/** The connection that holds the lock. */
export type Holder = pg.Client

/**
 * Runs an act while no other process of the site runs one of the same kind, on a connection of its own. The lock ends
 * with the connection, so a process that dies leaves none.
 */
export const alone = async <Result>(
  url: string,
  kind: keyof typeof locks,
  act: (holder: Holder) => Promise<Result>,
): Promise<Result> => {
  const holder = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // the query under way reports it
  holder.on('error', () => {})
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [locks[kind]])
    return await act(holder)
  } finally {
    await holder.end().catch(() => {})
  }
}

/**
 * Whether a connection reaches PostgreSQL itself: a pooler hides the process that responds behind a number of its own.
 */
export const isDirect = async (client: Holder) => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid === (client as unknown as { processID: number }).processID
}
