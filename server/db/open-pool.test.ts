import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'

const { url } = await testDatabase()
const database = openDatabase(url, { max: 2 })
const killer = new pg.Client(url)
await killer.connect()
afterAll(() => Promise.all([database.pool.end(), killer.end()]))

it('a connection that breaks within a transaction ends the transaction, and not the process', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.prependListener('uncaughtException', note)
  const ended = new Promise((resolve) => {
    database.pool.once('acquire', (client) => client.once('end', resolve))
  })
  const broken = database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await tx.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
  const { rows } = await database.db.execute(sql`select 1 as one`)
  expect(rows).toEqual([{ one: 1 }])
})

it('a connection that breaks before its transaction has begun comes back to the pool', async () => {
  const small = openDatabase(url, { max: 1 })
  await small.db.execute(sql`select 1`)
  for (const _ of [1, 2]) {
    small.pool.once('acquire', (client) => {
      const { connection } = client as unknown as { connection: { stream: Socket } }
      connection.stream.destroy()
    })
    await expect(small.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
    expect((await small.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  }
  expect(small.pool.totalCount).toBe(1)
  await small.pool.end()
})
