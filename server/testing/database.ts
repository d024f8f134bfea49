import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { databaseAt, templateDatabase } from '#server/testing/postgres.setup.ts'

const onServer = async (url: string, statement: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A separate migrated database for this test file, dropped when the file is done. Call it at the file's top level. */
export const testDatabase = async () => {
  const server = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${templateDatabase}`)
  const database = openDatabase(databaseAt(server, name), { max: 8 })
  afterAll(async () => {
    await database.pool.end()
    await onServer(server, `drop database ${name} with (force)`)
  })
  return database
}
