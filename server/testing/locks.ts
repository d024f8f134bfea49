import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** Runs a statement that locks rows, and keeps them locked until the returned function is called and has ended. */
export const hold = async (db: Db, statement: SQL) => {
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    await tx.execute(statement)
    holds()
    await go
  })
  await held
  return async () => {
    letGo()
    await done
  }
}

/** How many statements wait for a lock in this database. */
export const countWaiting = async (db: Db) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}
