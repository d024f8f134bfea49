import pg from 'pg'
import { expect, it } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { judge, judgeDatabase } from '#server/db/judge-database.ts'
import { testDatabase } from '#server/testing/database.ts'

const { url } = await testDatabase()
const fine = { version: 17, encoding: 'UTF8', ctype: 'ru_RU.UTF-8', direct: true }

it.each([
  [{}, []],
  [{ version: 18, ctype: 'C' }, []],
  [{ ctype: 'C' }, [/формы русских слов/]],
  [{ direct: false }, [/DATABASE_DIRECT_URL/]],
])('%j: warnings %j', (facts, warnings) => {
  const found = judge({ ...fine, ...facts })
  expect(found).toHaveLength(warnings.length)
  for (const [place, warning] of warnings.entries()) expect(found[place]).toMatch(warning)
})

it.each([
  [{ version: 14 }, /PostgreSQL 15 или новее, а это 14/],
  [{ encoding: 'SQL_ASCII' }, /UTF8/],
])('%j is refused', (facts, message) => {
  expect(() => judge({ ...fine, ...facts })).toThrow(ConfigError)
  expect(() => judge({ ...fine, ...facts })).toThrow(message)
})

it('our own database is fine', async () => {
  const client = new pg.Client(url)
  await client.connect()
  expect(await judgeDatabase(client)).toEqual([])
  await client.end()
})
