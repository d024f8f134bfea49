import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { isRecent } from '#server/db/is-recent.ts'
import { doneCalls } from '#server/repeats/done-calls.table.ts'

/** Claims a call: true for the first one. A claim that was not renewed for a minute is of a process that has died. */
export const claimCall = async (db: Db, id: Buffer) => {
  const rows = await db
    .insert(doneCalls)
    .values({ id })
    .onConflictDoUpdate({
      target: doneCalls.id,
      set: { started_at: sql`now()` },
      setWhere: sql`${doneCalls.result} is null and not (${isRecent(doneCalls.started_at, sql`interval '1 minute'`)})`,
    })
    .returning({ id: doneCalls.id })
  return rows.length > 0
}

/** Notes that a call is still under way. */
export const renewClaim = async (db: Db, id: Buffer) => {
  await db.update(doneCalls).set({ started_at: sql`now()` }).where(eq(doneCalls.id, id))
}

/** What a call returned; null while it is under way, and when it has failed. */
export const findResult = async (db: Db, id: Buffer) => {
  const [row] = await db.select({ result: doneCalls.result }).from(doneCalls).where(eq(doneCalls.id, id))
  return row?.result ?? null
}

/** Keeps what a call returned for its repeats. */
export const keepResult = async (db: Db, id: Buffer, result: Buffer) => {
  await db.update(doneCalls).set({ result }).where(eq(doneCalls.id, id))
}

/** Lets the next call with the same key begin from the start. */
export const forgetCall = async (db: Db, id: Buffer) => {
  await db.delete(doneCalls).where(eq(doneCalls.id, id))
}

/** Deletes calls that nobody repeats any more. */
export const deleteOldCalls = async (db: Db) => {
  await db.delete(doneCalls).where(lt(doneCalls.started_at, sql`now() - interval '1 hour'`))
}
