import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#server/http/error-handler.ts'
import { logOptions } from '#server/http/request-log.ts'
import { testDatabase } from '#server/testing/database.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db } = await testDatabase()

test('what was deleted just before it is referred to is a conflict, and no failure in the log', async () => {
  const { id } = await buildUser(db)
  const lines: string[] = []
  const app = fastify({ logger: { ...logOptions, stream: { write: (line: string) => void lines.push(line) } } })
  handleErrors(app)
  app.get('/gone', () => db.execute(sql`insert into project_likes (project_id, user_id) values (1000000000, ${id})`))
  app.get('/used', () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`create table test_keepers (user_id int references users)`)
      await tx.execute(sql`insert into test_keepers values (${id})`)
      await tx.execute(sql`delete from users where id = ${id}`)
    }),
  )
  const gone = await app.inject('/gone')
  expect([gone.statusCode, gone.json().type, lines]).toEqual([409, 'urn:praktika:problem:conflict', []])
  // what others refer to is not deleted by any act: this is a fault of ours
  expect((await app.inject('/used')).statusCode).toBe(409)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, err: { code: '23503' } })
  await app.close()
})
