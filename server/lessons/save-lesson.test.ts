import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

/** Two people change a lesson at the same moment: the later change sees what the earlier one has saved. */

const { db, call, signedIn, runEffects } = await testApp()

const school = async (values: { status: 'draft' | 'published' }) => {
  const [student, first, second] = [
    await signedIn(),
    await signedIn({ role: 'teacher' }),
    await signedIn({ role: 'teacher' }),
  ]
  const course = await buildCourse(db, { teachers: [first.id, second.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id, ...values })
  const change = (person: typeof first, body: object) =>
    call('PUT', `/api/lessons/${lesson.id}`, { token: person.token, body })
  /** Makes both wait for the course, one after the other; returns their statuses. */
  const oneAfterTheOther = async (earlier: object, later: object) => {
    const letGo = await hold(db, sql`select 1 from courses where id = ${course.id} for update`)
    const responses = [change(first, earlier)]
    await expect.poll(() => countWaiting(db)).toBe(1)
    responses.push(change(second, later))
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  const news = async () => {
    await runEffects()
    const { body } = await call('GET', '/api/users/notifications', { token: student.token })
    return body.notifications.map(({ type }: { type: string }) => type)
  }
  return { oneAfterTheOther, news }
}

const tomorrow = () => new Date(Date.now() + dayMs).toISOString()

it('a lesson that is published for tomorrow by one and opened by the other is announced at once', async () => {
  const { oneAfterTheOther, news } = await school({ status: 'draft' })
  const statuses = await oneAfterTheOther({ status: 'published', publish_at: tomorrow() }, { publish_at: null })
  expect(statuses).toEqual([200, 200])
  expect(await news()).toEqual(['lesson-published'])
})

it('a lesson that is put off by one and published by the other waits for its moment', async () => {
  const { oneAfterTheOther, news } = await school({ status: 'draft' })
  const statuses = await oneAfterTheOther({ publish_at: tomorrow() }, { status: 'published' })
  expect(statuses).toEqual([200, 200])
  expect(await news()).toEqual([])
  await db.execute(sql`update lessons set publish_at = now()`)
  await db.execute(sql`update effects set visible_at = now()`)
  expect(await news()).toEqual(['lesson-published'])
})
