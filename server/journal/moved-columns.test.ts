import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { findColumn, listMarks } from '#server/journal/journal-columns.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

/** A column changes at the very moment when somebody uses it: what it is once it is locked decides. */

const { db, call, signedIn } = await testApp()
beforeEach(() => empty(db, 'courses', 'periods'))

const build = async () => {
  const [teacher, student] = [await signedIn({ role: 'teacher' }), await signedIn()]
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(method, path, { token: teacher.token, ...(body && { body }) })
  const columns = `/api/courses/${course.id}/journal/columns`
  const { body } = await ask('POST', columns, { name: 'Ответ у доски', held_on: '2026-11-10', max_score: 5 })
  const id = body.column.id as number
  const column = `/api/journal/columns/${id}`
  const score = (score: number) =>
    ask('PUT', `/api/courses/${course.id}/journal/cells`, {
      cells: [{ assignment_id: id, student_id: student.id, score }],
    })

  /** Makes an act wait while the column moves into a period that is then closed; returns its status. */
  const whileItMoves = async (act: () => ReturnType<typeof ask>) => {
    const key = sql`hashtextextended('periods:' || ${course.id}::int, 0)`
    const letGo = await hold(db, sql`select pg_advisory_xact_lock(${key})`)
    const response = act()
    await expect.poll(() => countWaiting(db)).toBe(1)
    await db.execute(sql`update journal_columns set held_on = '2026-09-14' where id = ${id}`)
    await db.execute(sql`
      with made as (
        insert into periods (kind, name, from_day, to_day) values ('term', '1 четверть', '2026-09-01', '2026-10-25')
        returning id)
      insert into period_locks (course_id, period_id, user_id, locked_at)
      select ${course.id}, id, ${teacher.id}, now() from made`)
    await letGo()
    return (await response).status
  }
  return { course, id, column, ask, score, whileItMoves }
}

it('a score above the max that a colleague has just set is refused', async () => {
  const { course, id, column, ask, score } = await build()
  const letGo = await hold(db, sql`select 1 from journal_columns where id = ${id} for no key update`)
  const lowered = ask('PUT', column, { max_score: 3 })
  await expect.poll(() => countWaiting(db)).toBe(1)
  const scored = score(5)
  await expect.poll(() => countWaiting(db)).toBe(2)
  await letGo()
  expect([(await lowered).status, (await scored).status]).toEqual([200, 422])
  expect(await listMarks(db, course.id, null)).toEqual([])
})

it('a column that has just moved into a period that is closed takes no scores', async () => {
  const { course, score, whileItMoves } = await build()
  expect(await whileItMoves(() => score(5))).toBe(409)
  expect(await listMarks(db, course.id, null)).toEqual([])
})

it('a column that has just moved into a period that is closed stays there', async () => {
  const { id, column, ask, whileItMoves } = await build()
  expect(await whileItMoves(() => ask('PUT', column, { held_on: '2026-11-11' }))).toBe(409)
  expect((await findColumn(db, id))?.held_on).toBe('2026-09-14')
})

it('a column that has just moved into a period that is closed is not removed', async () => {
  const { id, column, ask, whileItMoves } = await build()
  expect(await whileItMoves(() => ask('DELETE', column))).toBe(409)
  expect(await findColumn(db, id)).not.toBeNull()
})
