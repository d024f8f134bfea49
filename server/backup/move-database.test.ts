import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { DatabasesDiffer, moveDatabase } from '#server/backup/move-database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { databaseAt } from '#server/testing/postgres.setup.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, url } = await testDatabase()
const name = `moved_${process.pid}`
const target = databaseAt(url, name)

const run = async (address: string, statement: string) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}
await run(url, `create database ${name}`)
afterAll(() => run(url, `drop database if exists ${name} with (force)`))

it('a database with tables that the site has not made is not moved: their rows would be lost', async () => {
  await buildUser(db)
  await run(url, 'create table reports (id int)')
  try {
    const moved = moveDatabase({ from: url, to: target }, () => {})
    await expect(moved).rejects.toThrow(DatabasesDiffer)
    await expect(moved).rejects.toThrow('− table reports')
  } finally {
    await run(url, 'drop table reports')
  }
  expect(await run(target, 'select id from users')).toEqual([])
})
