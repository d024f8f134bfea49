import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'

type Reads = readonly ((db: Db) => Promise<unknown>)[]
type Results<Each extends Reads> = { -readonly [Key in keyof Each]: Awaited<ReturnType<Each[Key]>> }

/** Reads side by side; in a transaction, which has one connection, one after another. */
export const readAll = async <const Each extends Reads>(db: Db, reads: Each): Promise<Results<Each>> => {
  if (!is(db, PgTransaction)) return (await Promise.all(reads.map((read) => read(db)))) as Results<Each>
  const results: unknown[] = []
  for (const read of reads) results.push(await read(db))
  return results as Results<Each>
}
