import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openDatabaseNetwork } from '#server/testing/database-network.ts'

const { url } = await testDatabase()

const between = await openDatabaseNetwork(url)
const database = openDatabase(between.url, { max: 2 })
afterAll(async () => {
  between.close()
  await database.pool.end()
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

it('a query that takes long is left alone', { timeout: 60_000 }, async () => {
  expect((await database.db.execute(sql`select 1 as one, pg_sleep(9)`)).rows).toMatchObject([{ one: 1 }])
})
