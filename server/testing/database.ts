import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Db, openDatabase } from '#server/db/database.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { empty, emptyAudit } from '#server/testing/empty.ts'
import { databaseAt, templateDatabase } from '#server/testing/postgres.setup.ts'

/** Databases of this process's earlier test files, with all their rows. */
const used: string[] = []

const options = { max: 8 }

const create = async (server: string) => {
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
  const { rows } = await db.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  )
  await emptyAudit(db)
  await empty(db, ...rows.flatMap(({ name }) => (name.startsWith('audit_') ? [] : name)))
  // the triggers of the deleted rows have written there
  await db.execute(sql`select recount_rows()`)
  await ensureDocuments(db)
}

/** The database of an earlier file, emptied: a new one takes ten times as long. Null when there is none. */
const reuse = async (server: string) => {
  const name = used.pop()
  if (!name) return null
  const database = openDatabase(databaseAt(server, name), options)
  try {
    await reset(database.db)
    return { name, database }
  } catch {
    // its file left the tables changed
    await database.pool.end()
    return null
  }
}

/** A separate migrated database for this test file. Call it at the file's top level. */
export const testDatabase = async () => {
  const server = inject('databaseUrl')
  const { name, database } = (await reuse(server)) ?? (await create(server))
  afterAll(async () => {
    await database.pool.end()
    used.push(name)
  })
  return database
}
