import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const app = await testApp()
const { db, signedIn } = app
const { send, apply } = importer(app, await signedIn({ role: 'curator' }))

test('no login is made that a row gives to somebody else', async () => {
  await signedIn({ surname: 'Логинова', own_number: 'L-1' })
  const { body } = await send('Личный номер;Логин;Фамилия;Имя\nL-1;yakovleva.o;;\n;;Яковлева;Ольга\n')
  expect((await apply(body.import.id)).status).toBe(200)
  const { rows } = await db.execute(sql`select login from users where surname = 'Яковлева'`)
  expect(rows).toEqual([{ login: 'yakovleva.o2' }])
})

test('courses are locked before people, as by every other act', async () => {
  const course = await buildCourse(db, { name: 'Занятый' })
  const known = await signedIn({ own_number: 'LOCK-1' })
  const { body } = await send('Личный номер;Фамилия;Курсы\nLOCK-1;Очередная;Занятый\n')
  const release = await hold(db, sql`select 1 from courses where id = ${course.id} for update`)
  const applied = apply(body.import.id)
  await expect.poll(() => countWaiting(db)).toBe(1)
  // fails where the person is locked
  await db.execute(sql`select 1 from users where id = ${known.id} for update nowait`)
  await release()
  expect((await applied).status).toBe(200)
})
