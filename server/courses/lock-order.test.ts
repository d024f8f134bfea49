import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { taskDesk } from '#server/tasks/tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const app = await testApp()
const { db } = app
const { teacher, colleague, otherTeacher, curator, course, ask, taskIn, submit } = await taskDesk(app)

it('two teachers leave a course while a task for both is handed in, and neither act is given up', async () => {
  const ids = [teacher.id, colleague.id].toSorted((a, b) => a - b)
  const isFirst = sql`course_id = ${course.id} and user_id = ${ids[0]}`
  // the rows of the first by id come later, as of somebody who has returned and whose account has changed
  await db.execute(sql`delete from course_teachers where ${isFirst}`)
  await db.execute(sql`insert into course_teachers (course_id, user_id) values (${course.id}, ${ids[0]})`)
  await db.execute(sql`update users set name = name where id = ${ids[0]}`)
  // PostgreSQL reads a table that it knows to be small as its rows come
  await db.execute(sql`analyze course_teachers, users`)
  await db.execute(sql`update assignments set reviewer_ids = ${JSON.stringify(ids)}::jsonb`)
  const { id } = await taskIn('draft')
  const letGo = await hold(db, sql`select 1 from course_teachers where ${isFirst} for update`)
  const handedIn = submit(id)
  await expect.poll(() => countWaiting(db)).toBe(1)
  const removed = ask(curator, 'PUT', `/api/courses/${course.id}/teachers`, { user_ids: [otherTeacher.id] })
  await expect.poll(() => countWaiting(db)).toBe(2)
  await letGo()
  const responses = await Promise.all([handedIn, removed])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
})
