import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const student = await signedIn()
// the first one of the school: published courses without another teacher go to them
const curator = await signedIn({ role: 'curator' })
let teacher: Signed
let colleague: Signed
beforeEach(async () => {
  ;[teacher, colleague] = [await signedIn({ role: 'teacher' }), await signedIn({ role: 'teacher' })]
})

const erase = (by: Signed, successor_id?: number) =>
  call('POST', `/api/users/${teacher.id}/erasure`, { token: by.token, body: { password: demoPassword, successor_id } })
const passTime = async ({ id }: Signed) => {
  await db.execute(sql`
    update effects set visible_at = now() where kind = 'account-erased' and payload->>'user_id' = ${String(id)}`)
  await runEffects()
}
const teachersOf = async ({ id }: { id: number }) =>
  (await call('GET', `/api/courses/${id}`, { token: curator.token })).body.course.teachers.map(
    (person: { id: number }) => person.id,
  )
const newsOf = async ({ token }: Signed) =>
  (await call('GET', '/api/users/notifications', { token })).body.notifications.map(
    ({ data }: { data: { title: string } }) => data.title,
  )
/** A published course of the teacher alone, with a task that waits for their review. */
const taught = async (name: string) => {
  const course = await buildCourse(db, { name, teachers: [teacher.id], students: [student.id] })
  const assignment = await buildAssignment(db, { lesson_id: (await buildLesson(db, { course_id: course.id })).id })
  const { id } = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
    reviewer_id: teacher.id,
  })
  return { id: course.id, task: id }
}
const reviewerOf = async (task: number) =>
  (await call('GET', `/api/tasks/${task}`, { token: curator.token })).body.task.reviewer?.id

describe('erasing the last teacher of a published course', () => {
  it('keeps no successor of a student, who teaches nothing', async () => {
    const leaving = await signedIn()
    const body = { password: demoPassword, successor_id: 2_000_000_000 }
    expect((await call('POST', `/api/users/${leaving.id}/erasure`, { token: curator.token, body })).status).toBe(200)
    const { rows } = await db.execute(sql`
      select payload->'successor_id' as successor from effects
      where kind = 'account-erased' and payload->>'user_id' = ${String(leaving.id)}`)
    expect(rows).toEqual([{ successor: null }])
  })

  it('needs a successor from a curator, and changes nothing until then', async () => {
    await taught('Вёрстка')
    const { status, body } = await erase(curator)
    expect([status, body.type, body.detail]).toEqual([
      409,
      'urn:praktika:problem:successor-needed',
      expect.stringContaining('курс «Вёрстка»'),
    ])
    for (const id of [teacher.id, student.id, 2_000_000_000]) {
      expect((await erase(curator, id)).body.errors).toHaveProperty('successor_id')
    }
    const { rows } = await db.execute(sql`select erase_at from users where id = ${teacher.id}`)
    expect(rows).toEqual([{ erase_at: null }])
  })

  it('passes the course and its tasks to the successor on the day, and notifies them', async () => {
    const course = await taught('Графика')
    const draft = await buildCourse(db, { teachers: [teacher.id], status: 'draft' })
    expect((await erase(curator, colleague.id)).status).toBe(200)
    // somebody else teaches it as well by then
    const shared = await buildCourse(db, { teachers: [teacher.id, curator.id] })
    await runEffects()
    expect(await teachersOf(course)).toEqual([teacher.id])
    await passTime(teacher)
    expect([await teachersOf(course), await teachersOf(draft), await teachersOf(shared)]).toEqual([
      [colleague.id],
      [colleague.id],
      [curator.id],
    ])
    expect(await reviewerOf(course.task)).toBe(colleague.id)
    expect(await newsOf(colleague)).toEqual([expect.stringMatching(/^Курсы .*«Графика».* перешли к вам: /)])
    const letters = await readLetters(outbox)
    expect(letters.filter(({ to }) => to === colleague.user.email)).toHaveLength(1)
  })

  it('passes the course of somebody who erases themselves to a curator', async () => {
    const course = await taught('Шрифты')
    const archived = await buildCourse(db, { teachers: [teacher.id], status: 'archived' })
    expect((await erase(teacher)).status).toBe(200)
    await passTime(teacher)
    expect([await teachersOf(course), await teachersOf(archived)]).toEqual([[curator.id], []])
    expect(await reviewerOf(course.task)).toBe(curator.id)
  })

  it('passes it to a curator, too, when the successor may no longer teach', async () => {
    const course = await taught('Анимация')
    expect((await erase(curator, colleague.id)).status).toBe(200)
    await call('DELETE', `/api/users/${colleague.id}`, { token: curator.token })
    await passTime(teacher)
    expect(await teachersOf(course)).toEqual([curator.id])
  })

  it('asks and passes nothing where a colleague teaches the course', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id, colleague.id] })
    expect((await erase(curator)).status).toBe(200)
    await passTime(teacher)
    expect([await teachersOf(course), await newsOf(colleague)]).toEqual([[colleague.id], []])
  })
})
