import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const app = await testApp()
const { db, signedIn } = app
const curator = await signedIn({ role: 'curator' })
const { send, apply } = importer(app, curator)

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

test('a class gets no larger than one may be', async () => {
  const cohort = await buildCohort(db, { by: { id: curator.id, role: 'curator' }, name: 'Поток' })
  await db.execute(sql`
    with added as (
      insert into users (name, surname, login, role)
      select 'Ия', 'Тысячная', 'large.' || number, 'student' from generate_series(1, 1000) number returning id)
    insert into cohort_students (cohort_id, user_id) select ${cohort}, id from added`)
  const { body } = await send('Фамилия;Имя;Логин;Класс\nПоследняя;Ия;large.last;Поток\n')
  const refused = await apply(body.import.id)
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('больше 1000 студентов') } })
  expect((await db.execute(sql`select 1 from users where login = 'large.last'`)).rows).toEqual([])
})
