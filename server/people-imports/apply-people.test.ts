import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { guardians } from '#server/users/users.table.ts'

const app = await testApp()
const { db, signedIn } = app
const curator = await signedIn({ role: 'curator' })
const { send, apply, undo } = importer(app, curator)

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

test('nothing is applied to people whom somebody has changed in the same moment, and the file can be applied again', async () => {
  const { id } = await signedIn({ own_number: 'BOTH-1' })
  const { body } = await send('Личный номер;Родитель;Отчество\nBOTH-1;Ия Третья;Ильич\n')
  const parents = () => db.select({ name: guardians.name }).from(guardians).where(sql`child_id = ${id}`)
  const release = await hold(db, sql`select 1 from users where id = ${id} for no key update`)
  const refused = apply(body.import.id)
  await expect.poll(() => countWaiting(db)).toBe(1)
  await db.insert(guardians).values({ child_id: id, name: 'Ия Третья' })
  await release()
  expect((await refused).status).toBe(409)
  expect((await apply(body.import.id)).status).toBe(200)
  expect(await parents()).toEqual([{ name: 'Ия Третья' }])
})

test('no import takes the rights of the last curator who has all, when the other one has just lost them', async () => {
  const course = await buildCourse(db, { name: 'Последний' })
  const other = await signedIn({ role: 'curator', own_number: 'LAST-1' })
  const { body } = await send('Личный номер;Роль;Курсы\nLAST-1;Преподаватель;Последний\n')
  const release = await hold(db, sql`select 1 from courses where id = ${course.id} for update`)
  const applied = apply(body.import.id)
  await expect.poll(() => countWaiting(db)).toBe(1)
  await db.execute(sql`update users set rights = '{people}' where role = 'curator' and id <> ${other.id}`)
  await release()
  expect(await applied).toMatchObject({ status: 409, body: { detail: expect.stringContaining('ни одного куратора') } })
  await db.execute(sql`update users set rights = null where id = ${curator.id}`)
  expect((await apply(body.import.id)).status).toBe(200)
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

test('a file that changes nobody is refused, and is nowhere as an import', async () => {
  await signedIn({ own_number: 'SAME-1', surname: 'Прежняя' })
  const { body } = await send('Личный номер;Фамилия\nSAME-1;Прежняя\n;Безымянная\n')
  expect(body.import.counts).toEqual({ new: 0, changed: 0, same: 1, wrong: 1 })
  const { id } = body.import
  expect(await apply(id, { skip_wrong: true })).toMatchObject({
    status: 409,
    body: { detail: 'В этом файле нечего применять: никто не добавится и не изменится.' },
  })
  const { rows } = await db.execute(sql`
    select status, (
      select count(*)::int from audit_entries where object_kind = 'people-file' and object_id = ${String(id)}
    ) as entries from people_imports where id = ${id}`)
  expect(rows).toEqual([{ status: 'ready', entries: 0 }])
})

test('the journal of changes has how many people an import was about, and its undoing', async () => {
  for (const own_number of ['COUNT-1', 'COUNT-2']) await signedIn({ own_number })
  const { body } = await send('Личный номер;Фамилия\nCOUNT-1;Сосчитанная\nCOUNT-2;Сосчитанная\n')
  const { id } = body.import
  expect(await apply(id)).toMatchObject({ status: 200 })
  expect(await undo(id)).toMatchObject({ status: 200 })
  const { rows } = await db.execute(sql`
    select kind, after from audit_entries where object_kind = 'people-file' and object_id = ${String(id)} order by id`)
  expect(rows).toEqual([
    { kind: 'people-imported', after: { count: 2 } },
    { kind: 'people-import-undone', after: { count: 2 } },
  ])
})
