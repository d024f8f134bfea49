import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let teacher: Signed

beforeEach(async () => {
  teacher = await signedIn({ role: 'teacher' })
})

const ask = (person: Signed, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const ownCourse = (values: object = {}) => buildCourse(db, { teachers: [teacher.id], ...values })
const enrol = (id: number, user_ids: unknown) => ask(teacher, 'PUT', `/api/courses/${id}/students`, { user_ids })
const newsOf = async (person: Signed) => (await ask(person, 'GET', '/api/users/notifications')).body.notifications

describe('news of enrolments', () => {
  it('is taken back while it is unread, when somebody leaves or the course is a draft again', async () => {
    const { id } = await ownCourse()
    const [left, kept, reader] = [await signedIn(), await signedIn(), await signedIn()]
    await enrol(id, [left.id, kept.id, reader.id])
    await runEffects()
    const [read] = await newsOf(reader)
    await ask(reader, 'POST', '/api/users/notifications/read', { ids: [read.id] })
    await enrol(id, [kept.id])
    const all = () => Promise.all([left, kept, reader].map(newsOf))
    expect(await all()).toMatchObject([[], [{ type: 'course-enrolled' }], [{ id: read.id }]])
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'draft' })
    expect(await all()).toMatchObject([[], [], [{ id: read.id }]])
    // whoever comes again after unread news is notified
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'published' })
    await enrol(id, [left.id, kept.id, reader.id])
    await runEffects()
    expect(await all()).toMatchObject([[{ type: 'course-enrolled' }], [{ type: 'course-enrolled' }], [{ id: read.id }]])
  })

  it('goes to those who were enrolled in a draft when it is published, once', async () => {
    const { id } = await ownCourse({ status: 'draft' })
    const fresh = await signedIn()
    await enrol(id, [fresh.id])
    await runEffects()
    expect(await newsOf(fresh)).toEqual([])
    for (const status of ['published', 'draft', 'published', 'archived', 'published']) {
      await ask(teacher, 'PUT', `/api/courses/${id}`, { status })
      await runEffects()
    }
    expect(await newsOf(fresh)).toMatchObject([{ type: 'course-enrolled' }])
  })

  it('goes to those who were enrolled in an archived course when it is published again, and to nobody twice', async () => {
    const { id } = await ownCourse()
    const [before, since] = [await signedIn(), await signedIn()]
    await enrol(id, [before.id])
    await runEffects()
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'archived' })
    await enrol(id, [before.id, since.id])
    await runEffects()
    expect(await newsOf(since)).toEqual([])
    await ask(teacher, 'PUT', `/api/courses/${id}`, { status: 'published' })
    await runEffects()
    expect([await newsOf(before), await newsOf(since)]).toMatchObject([
      [{ type: 'course-enrolled' }],
      [{ type: 'course-enrolled' }],
    ])
  })
})
