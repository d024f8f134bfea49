import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'

const { url } = await testDatabase()
const address = new URL(url)
const socketFolder = address.searchParams.get('host')

/** A network between the site and its database, which may fall silent without a word. */
const network = async () => {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    if (isSilent) return void sockets.add(near)
    const far = socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.${address.port}`)
      : connect(Number(address.port), address.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.on('data', (bytes) => isSilent || other.write(bytes))
      one.on('close', () => other.destroy())
      sockets.add(one)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    silence: (silent: boolean) => {
      isSilent = silent
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const between = await network()
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
