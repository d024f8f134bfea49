import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import { courseTeachers } from '#server/courses/courses.table.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

/** Two people change a course at the same moment: the later change sees what the earlier one has saved. */

const { db, call, signedIn, runEffects } = await testApp()

const school = async (status: 'draft' | 'published') => {
  const [student, teacher, curator] = [
    await signedIn(),
    await signedIn({ role: 'teacher' }),
    await signedIn({ role: 'curator' }),
  ]
  const course = await buildCourse(db, { status, teachers: [teacher.id], students: [student.id] })
  /** Makes the changes wait for the course, one after the other; `meanwhile` happens before the first of them. */
  const oneAfterTheOther = async (changes: object[], meanwhile = async () => {}) => {
    const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for no key update`)
    const responses = []
    for (const body of changes) {
      responses.push(call('PUT', `/api/courses/${course.id}`, { token: curator.token, body }))
      await expect.poll(() => countWaiting(db)).toBe(responses.length)
    }
    await meanwhile()
    await letGo()
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  const news = async () => {
    const { body } = await call('GET', '/api/users/notifications', { token: student.token })
    return body.notifications.map(({ type }: { type: string }) => type)
  }
  const statusOf = async () => (await findCourse(db, course.id, { id: curator.id, role: 'curator' }))?.status
  return { course, teacher, oneAfterTheOther, news, statusOf }
}

it('a course that is published by one and closed by the other has no news', async () => {
  const { course, oneAfterTheOther, news, statusOf } = await school('draft')
  // the first time, so that the students have the news already
  const publish = await oneAfterTheOther([{ status: 'published' }])
  await runEffects()
  expect([publish, await news()]).toEqual([[200], ['course-enrolled']])
  await db.execute(sql`update courses set status = 'draft' where id = ${course.id}`)
  expect(await oneAfterTheOther([{ status: 'published' }, { status: 'draft' }])).toEqual([200, 200])
  expect([await statusOf(), await news()]).toEqual(['draft', []])
})

it('a course that is closed by one and published by the other is taught by somebody', async () => {
  const { course, teacher, oneAfterTheOther, statusOf } = await school('published')
  const leave = async () => {
    await db.delete(courseTeachers).where(sql`course_id = ${course.id} and user_id = ${teacher.id}`)
  }
  expect(await oneAfterTheOther([{ status: 'draft' }, { status: 'published' }], leave)).toEqual([200, 409])
  expect(await statusOf()).toBe('draft')
})

it('a course that is closed by one and published by the other is announced to those who join it', async () => {
  const { oneAfterTheOther, news } = await school('published')
  expect(await oneAfterTheOther([{ status: 'draft' }, { status: 'published' }])).toEqual([200, 200])
  await runEffects()
  expect(await news()).toEqual(['course-enrolled'])
})
