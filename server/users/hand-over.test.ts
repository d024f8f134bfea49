import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let teacher: Signed
let colleague: Signed
let curator: Signed
let student: Signed

beforeEach(async () => {
  ;[teacher, colleague, curator, student] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
  ])
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const remove = (query = '', person = teacher) => ask(curator, 'DELETE', `/api/users/${person.id}${query}`)
const teachersOf = async ({ id }: { id: number }) =>
  (await ask(curator, 'GET', `/api/courses/${id}`)).body.course.teachers.map((person: { id: number }) => person.id)

/** A waiting task, assigned to the teacher. */
const taskIn = async (course: { id: number }) => {
  const lesson = await buildLesson(db, { course_id: course.id })
  const { id } = await buildTask(db, {
    assignment_id: (await buildAssignment(db, { lesson_id: lesson.id })).id,
    students: [student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
    reviewer_id: teacher.id,
  })
  return id
}
const read = async (id: number) => (await ask(curator, 'GET', `/api/tasks/${id}`)).body.task

describe('deactivating a teacher', () => {
  it('needs nothing from a teacher without open courses', async () => {
    await buildCourse(db, { teachers: [teacher.id], status: 'draft' })
    await buildCourse(db, { teachers: [teacher.id], status: 'archived' })
    await buildCourse(db, { teachers: [teacher.id, colleague.id] })
    expect((await remove()).status).toBe(204)
  })

  it('needs a successor for the courses left without a teacher, and changes nothing until then', async () => {
    await buildCourse(db, { teachers: [teacher.id], name: 'Вёрстка' })
    await buildCourse(db, { teachers: [teacher.id], name: 'Анимация' })
    const { status, body } = await remove()
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:successor-needed'])
    expect(body.detail).toContain('«Анимация», «Вёрстка»')
    expect((await ask(teacher, 'GET', '/api/auth/user')).status).toBe(200)
    for (const change of [{ active: false }, { role: 'student' }]) {
      expect((await ask(curator, 'PUT', `/api/users/${teacher.id}`, change)).status).toBe(409)
    }
  })

  it('gives them and their tasks to the successor', async () => {
    const [sole, shared] = [
      await buildCourse(db, { teachers: [teacher.id], students: [student.id] }),
      await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [student.id] }),
    ]
    const [given, other] = [await taskIn(sole), await taskIn(shared)]
    const successor = await signedIn({ role: 'teacher' })
    expect((await remove(`?successor_id=${successor.id}`)).status).toBe(204)
    expect([await teachersOf(sole), await teachersOf(shared)]).toEqual([[successor.id], [colleague.id]])
    expect((await read(given)).reviewer.id).toBe(successor.id)
    expect((await read(other)).reviewer).toBeNull()
  })

  it('accepts only somebody who may teach as the successor', async () => {
    await buildCourse(db, { teachers: [teacher.id] })
    const gone = await signedIn({ role: 'teacher', active: false })
    for (const id of [student.id, gone.id, teacher.id, 2_000_000_000]) {
      const { status, body } = await remove(`?successor_id=${id}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['successor_id']])
    }
    const change = { active: false, successor_id: curator.id }
    expect((await ask(curator, 'PUT', `/api/users/${teacher.id}`, change)).status).toBe(200)
  })

  it('ignores deactivated colleagues', async () => {
    await buildCourse(db, { teachers: [teacher.id, colleague.id] })
    expect((await remove('', colleague)).status).toBe(204)
    expect((await remove()).status).toBe(409)
  })

  it('is refused to one of the two last ones at once', async () => {
    await buildCourse(db, { teachers: [teacher.id, colleague.id] })
    const responses = await Promise.all([remove(), remove('', colleague)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  it('is refused to one of two at once who are each other’s successors', async () => {
    // all that both of them do before they change the accounts
    const letGo = await hold(db, sql`lock table drafts`)
    const both = Promise.all([
      remove(`?successor_id=${colleague.id}`),
      remove(`?successor_id=${teacher.id}`, colleague),
    ])
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect((await both).map(({ status }) => status).toSorted()).toEqual([204, 422])
  })

  it('sees a course that is being restored at that moment', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id] })
    await ask(curator, 'DELETE', `/api/courses/${course.id}`)
    const commit = await hold(db, sql`update courses set deleted_at = null where id = ${course.id}`)
    const removed = remove()
    await expect.poll(() => countWaiting(db)).toBe(1)
    await commit()
    expect((await removed).status).toBe(409)
  })

  it('leaves nobody assigned to open tasks', async () => {
    const course = await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [student.id] })
    const id = await taskIn(course)
    await ask(teacher, 'POST', `/api/tasks/${id}/lease`)
    expect(await read(id)).toMatchObject({ reviewer: { id: teacher.id }, lease: { user: { id: teacher.id } } })
    await remove()
    expect(await read(id)).toMatchObject({ reviewer: null, lease: null })
    const { reviewers, unassigned } = (await ask(colleague, 'GET', `/api/courses/${course.id}/reviewers`)).body
    expect([reviewers.map(({ user }: { user: { id: number } }) => user.id), unassigned]).toEqual([[colleague.id], 1])
  })
})
