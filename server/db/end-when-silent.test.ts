import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openDatabaseNetwork } from '#server/testing/database-network.ts'

const { url } = await testDatabase()

const between = await openDatabaseNetwork(url)
const database = openDatabase(between.url, { max: 2 })
/** As behind a pooler, with an address of PostgreSQL itself where nothing listens. */
const withoutDirect = openDatabase(between.url, { directUrl: 'postgres://postgres@127.0.0.1:1/school' })
afterAll(async () => {
  between.close()
  await Promise.all([database, withoutDirect].map(({ pool }) => pool.end()))
})

it('what waits for a database that has fallen silent fails soon, and the next query gets a response', {
  timeout: 60_000,
}, async () => {
  await database.db.execute(sql`select 1`)
  between.silence(true)
  await expect(database.db.execute(sql`select 1`)).rejects.toThrow()
  between.silence(false)
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

it.concurrent.each([
  ['', database],
  [', also when the address of PostgreSQL itself leads nowhere', withoutDirect],
])('a query that takes long is left alone%s', { timeout: 60_000 }, async (_, { db }) => {
  expect((await db.execute(sql`select 1 as one, pg_sleep(9)`)).rows).toMatchObject([{ one: 1 }])
})
