import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/db/columns.ts'

/**
 * Calls that carry an `Idempotency-Key`, so that a repeat changes nothing again. Kept for an hour. The migration makes
 * the table unlogged: it costs no write to the disk, and is empty after a crash of the database.
 */
export const doneCalls = pgTable('done_calls', {
  /** A hash of the caller, the call and its key: nobody can read the key, nor who called, from it. */
  id: bytes().primaryKey(),
  /** What the call returned, sealed by the key that the caller has; null while it is under way. */
  result: bytes(),
  /** Renewed while the call is under way. */
  started_at: moment().notNull().default(sql`now()`),
})
