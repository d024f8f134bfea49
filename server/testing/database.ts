import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { empty } from '#server/testing/empty.ts'
import { databaseAt, templateDatabase } from '#server/testing/postgres.setup.ts'

/** Databases of this process's earlier test files, with all their rows. */
const used: string[] = []

const create = async (server: string) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${templateDatabase}`)
  } finally {
    await client.end()
  }
  return name
}

/** Makes it what the template is. */
const reset = async (db: Db) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  )
  await empty(db, ...rows.map(({ name }) => name))
  await ensureDocuments(db)
}

/** The database of an earlier file, emptied: a new one takes ten times as long. */
const reuse = async (open: (name: string) => Database) => {
  const name = used.pop()
  if (!name) return undefined
  const database = open(name)
  try {
    await reset(database.db)
    return { ...database, name }
  } catch {
    // its file left the tables changed
    await database.pool.end()
    return undefined
  }
}

/** A separate migrated database for this test file. Call it at the file's top level. */
export const testDatabase = async (): Promise<Database> => {
  const server = inject('databaseUrl')
  const open = (name: string) => openDatabase(databaseAt(server, name), { max: 8 })
  const createOpen = async () => {
    const name = await create(server)
    return { ...open(name), name }
  }
  const { name, ...database } = (await reuse(open)) ?? (await createOpen())
  afterAll(async () => {
    await database.pool.end()
    used.push(name)
  })
  return database
}
