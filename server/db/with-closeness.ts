import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** Runs queries in a transaction in which `<%` holds for texts that share this part of their trigrams, 0 to 1. */
export const withCloseness = <Rows>(db: Db, closeness: number, read: (tx: Db) => Promise<Rows>): Promise<Rows> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(closeness)}, true)`)
    return read(tx)
  })
