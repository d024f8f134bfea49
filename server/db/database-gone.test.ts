import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DatabaseClient } from '#server/db/database-client.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { testDatabase } from '#server/testing/database.ts'
import { hold } from '#server/testing/locks.ts'
import { users } from '#server/users/users.table.ts'

const { db, url } = await testDatabase()
const errorOf = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: unknown) => error,
  )

it('a database that takes no changes is gone for a moment, as when its address leads to a standby', async () => {
  const change = db.transaction((tx) => tx.update(users).set({ active: true }), { accessMode: 'read only' })
  expect(isDatabaseGone(await errorOf(change))).toBe(true)
})

it('a database that does not respond in time is gone', async () => {
  const client = new DatabaseClient({ connectionString: url, query_timeout: 1 })
  await client.connect()
  const release = await hold(db, sql`lock table users`)
  const error = await errorOf(client.query('select from users'))
  await release()
  expect(isDatabaseGone(error)).toBe(true)
  await client.end()
})

it('a query that is wrong is not', async () => {
  expect(isDatabaseGone(await errorOf(db.execute(sql`select none`)))).toBe(false)
})
