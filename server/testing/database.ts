import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { emptyAll, emptyAudit } from '#server/testing/empty.ts'
import { databaseAt, templateDatabase } from '#server/testing/postgres.setup.ts'

interface KeptDatabase {
  name: string
  database: Database
}

/** Databases of this process's earlier test files, with all their rows and connections. */
const used: KeptDatabase[] = []

/** An idle connection does not keep the process of the tests alive. */
const options = { max: 8, allowExitOnIdle: true }

const create = async (server: string): Promise<KeptDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${templateDatabase}`)
  } finally {
    await client.end()
  }
  return { name, database: openDatabase(databaseAt(server, name), options) }
}

/** Makes it what the template is. */
const reset = async (db: Db) => {
  await emptyAll(db)
  // the end of a look is written there when its session is deleted
  await emptyAudit(db)
  // the triggers of the deleted rows have written there
  await db.execute(sql`select recount_rows()`)
  await ensureDocuments(db)
}

/** The database of an earlier file, emptied: a new one takes ten times as long. Null when there is none. */
const reuse = async () => {
  const kept = used.pop()
  if (!kept) return null
  try {
    await reset(kept.database.db)
    return kept
  } catch {
    // its file left the tables changed
    await kept.database.pool.end()
    return null
  }
}

/**
 * The same connections under a pool that ends with its file: what a file leaves running by mistake must not reach the
 * database of the next one. To connect again in each file took longer than most of its queries.
 */
const lend = (pool: pg.Pool) => {
  let hasEnded = false
  const end = async () => {
    hasEnded = true
    while (pool.totalCount > pool.idleCount) await new Promise((resolve) => pool.once('release', resolve))
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'end') return end
      if (hasEnded && (name === 'connect' || name === 'query'))
        return async () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * A separate migrated database for this test file. Call it at the file's top level. With `fresh`, none of its
 * connections was made before: for what watches them from the beginning.
 */
export const testDatabase = async ({ fresh = false } = {}): Promise<Database> => {
  const kept = (!fresh && (await reuse())) || (await create(inject('databaseUrl')))
  const { database } = kept
  const pool = lend(database.pool)
  const db = drizzle(pool)
  afterAll(async () => {
    await pool.end()
    if (fresh) await database.pool.end()
    else used.push(kept)
  })
  return { ...database, pool, db, read: (query) => query(db) }
}
