import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.schema.ts'
import { events } from '#server/events/events.table.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed
let other: Signed

beforeEach(async () => {
  student = await signedIn()
  other = await signedIn()
})

const list = (person: Signed, query = '') => call('GET', `/api/users/notifications${query}`, { token: person.token })
const read = (person: Signed, ids: unknown) =>
  call('POST', '/api/users/notifications/read', { token: person.token, body: { ids } })

describe('GET /api/users/notifications', () => {
  it('lists the user’s own, newest first', async () => {
    const project = await buildProject(db, { authors: [student.id], name: 'Плакат' })
    await buildNotification(db, { user_id: student.id })
    await buildNotification(db, {
      user_id: student.id,
      type: 'project-comment',
      actor_id: other.id,
      project_id: project.id,
      title: 'Проект <b>Плакат</b>',
      comment: 'Хорошо',
      task_status: 'returned',
    })
    await buildNotification(db, { user_id: other.id })
    const { status, body } = await list(student)
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: 1, pages: 1, total: 2 })
    expect(body.notifications).toMatchObject([
      {
        type: 'project-comment',
        user: { id: other.id, avatar: null, role: { slug: 'student', name: 'Студент' } },
        data: { title: 'Проект <b>Плакат</b>', comment: 'Хорошо' },
        project: { id: project.id, name: 'Плакат' },
        lesson: null,
        status: { slug: 'returned', name: 'На доработке', color: 'warn', icon: 'back' },
      },
      { type: 'course-enrolled', user: null, project: null, read_at: null },
    ])
  })

  it('has pages', async () => {
    for (let i = 0; i < 31; i++) await buildNotification(db, { user_id: student.id, title: `№ ${i}` })
    expect((await list(student)).body).toMatchObject({ page: 1, pages: 2, total: 31 })
    expect((await list(student, '?page=2')).body.notifications).toMatchObject([{ data: { title: '№ 0' } }])
  })

  it('refuses guests and invalid pages', async () => {
    expect((await call('GET', '/api/users/notifications')).status).toBe(401)
    expect((await list(student, '?page=0')).status).toBe(422)
  })
})

describe('POST /api/users/notifications/read', () => {
  it('marks the user’s own as read, once, and leaves other people’s alone', async () => {
    const [first, second] = [
      await buildNotification(db, { user_id: student.id }),
      await buildNotification(db, { user_id: student.id }),
    ]
    const foreign = await buildNotification(db, { user_id: other.id })
    const response = await read(student, [first.id, foreign.id, 2_000_000_000])
    expect([response.status, response.body]).toEqual([200, { unread: 1 }])

    const seen = (await list(student)).body.notifications.find(({ id }: Notification) => id === first.id)
    expect(seen.read_at).toMatch(/Z$/)
    await read(student, [first.id])
    const again = (await list(student)).body.notifications.find(({ id }: Notification) => id === first.id)
    expect(again.read_at).toBe(seen.read_at)
    expect((await list(other)).body.notifications).toMatchObject([{ id: foreign.id, read_at: null }])

    const user = (await call('GET', '/api/auth/user', { token: student.token })).body.user
    expect(user.notifications.unread).toBe(1)
    expect((await read(student, [second.id])).body).toEqual({ unread: 0 })
  })

  it('notifies the reader’s open pages of what was unread', async () => {
    const { id } = await buildNotification(db, { user_id: student.id })
    const foreign = await buildNotification(db, { user_id: other.id })
    await empty(db, 'events')
    await read(student, [id, foreign.id])
    await read(student, [id])
    const stored = await db.select({ event: events.event, user_ids: events.user_ids }).from(events)
    expect(stored).toEqual([{ event: { type: 'notification', read_ids: [id] }, user_ids: [student.id] }])
  })

  it('refuses guests and invalid lists of ids', async () => {
    expect((await call('POST', '/api/users/notifications/read', { body: { ids: [] } })).status).toBe(401)
    for (const ids of [undefined, 'все', [0], ['1'], [1.5]]) expect((await read(student, ids)).status).toBe(422)
    expect((await read(student, [])).body).toEqual({ unread: 0 })
  })
})
