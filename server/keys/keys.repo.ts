import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { lacksSecondFactor } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { programKeys } from '#server/keys/keys.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

// In SQL's own names: drizzle leaves the table out of columns where a query has only one.

/** Whether a key works: its maker could make one now. Joins `program_keys` and `users`. */
const works = sql<boolean>`(program_keys.deleted_at is null and program_keys.expires_at > now() and users.active and users.role = 'curator'
  and users.rights is null and users.erase_at is null and not ${lacksSecondFactor})`

const columns = {
  id: programKeys.id,
  name: programKeys.name,
  scopes: programKeys.scopes,
  created_at: programKeys.created_at,
  expires_at: programKeys.expires_at,
  used_at: programKeys.used_at,
  works,
  user: personColumns,
}

/** All keys that were not deleted, newest first. */
export const listKeys = (db: Db) =>
  db
    .select(columns)
    .from(programKeys)
    .innerJoin(users, eq(users.id, programKeys.user_id))
    .where(isNull(programKeys.deleted_at))
    .orderBy(desc(programKeys.id))

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** A key, for lists. */
export const findKey = async (db: Db, id: number) => {
  const [row] = await db
    .select(columns)
    .from(programKeys)
    .innerJoin(users, eq(users.id, programKeys.user_id))
    .where(eq(programKeys.id, id))
  return row ?? null
}

/** The key of a bearer token, if it works, with its maker. */
export const findWorkingKey = async (db: Db, tokenHash: Buffer) => {
  const statement = prepared(db, 'find_working_key', (db, name) =>
    db
      .select({
        id: programKeys.id,
        scopes: programKeys.scopes,
        user_id: programKeys.user_id,
        role: users.role,
        rights: users.rights,
        used_at: programKeys.used_at,
      })
      .from(programKeys)
      .innerJoin(users, eq(users.id, programKeys.user_id))
      .where(and(eq(programKeys.token_hash, sql.placeholder('hash')), works))
      .prepare(name),
  )
  const [key] = await statement.execute({ hash: tokenHash })
  return key ?? null
}

/** Returns the id. */
export const insertKey = async (tx: Db, key: typeof programKeys.$inferInsert) => {
  const [row] = await tx.insert(programKeys).values(key).returning({ id: programKeys.id })
  return (row as { id: number }).id
}

/** Locks the table against further keys until the transaction ends, and returns how many there are. */
export const countKeys = async (tx: Db) => {
  await tx.execute(sql`lock table program_keys in share row exclusive mode`)
  return tx.$count(programKeys, isNull(programKeys.deleted_at))
}

/** Ends a key for good, and keeps its name; whether there was one. */
export const deleteKey = async (tx: Db, id: number) => {
  const { rowCount } = await tx
    .update(programKeys)
    // the end is also what a process of the previous version asks for
    .set({ deleted_at: sql`now()`, expires_at: sql`least(expires_at, now())` })
    .where(and(eq(programKeys.id, id), isNull(programKeys.deleted_at)))
  return (rowCount ?? 0) > 0
}

/** Records that a key was used. */
export const touchKey = async (db: Db, id: number) => {
  await db.update(programKeys).set({ used_at: sql`now()` }).where(eq(programKeys.id, id))
}
