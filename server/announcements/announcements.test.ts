import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { buildAnnouncement } from '#server/announcements/announcements.factory.ts'
import { listVisibleAnnouncements } from '#server/announcements/announcements.repo.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { setTeachers, updateCourse } from '#server/courses/courses.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn, runEffects } = await testApp()

beforeEach(() => empty(db, 'announcements'))

const buildSchool = async () => {
  const [teacher, curator, student, other, stranger] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
    signedIn(),
    signedIn(),
    signedIn(),
  ])
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id, other.id] })
  return { teacher, curator, student, other, stranger, course }
}

const announce = async (token: string, body: object) => {
  const response = await call('POST', '/api/announcements', { token, body: { title: 'Перенос', ...body } })
  expect(response.status).toBe(201)
  return response.body.announcement
}
const notificationsOf = async (token: string) =>
  (await call('GET', '/api/users/notifications', { token })).body.notifications
const titlesOf = async (token: string, query = '') =>
  (await call('GET', `/api/announcements${query}`, { token })).body.announcements.map(
    ({ title }: { title: string }) => title,
  )

test('the students of a course are notified once, read it, and their teacher sees who has', async () => {
  const { teacher, student, other, stranger, course } = await buildSchool()
  const made = await announce(teacher.token, {
    content: '<p>В среду<script>alert(1)</script></p>',
    to: { course_ids: [course.id] },
    must_read: true,
  })
  expect(made).toMatchObject({
    content: '<p>В среду</p>',
    must_read: true,
    read: null,
    can_edit: true,
    to: { courses: [{ id: course.id, name: course.name }], cohorts: [], roles: [] },
    reader_count: 2,
    read_count: 0,
  })
  await runEffects()
  expect(await notificationsOf(student.token)).toMatchObject([
    { type: 'announcement', announcement: { id: made.id }, data: { title: 'Объявление: <b>Перенос</b>' } },
  ])
  expect(await notificationsOf(stranger.token)).toEqual([])
  expect(await titlesOf(student.token, '?unread=true')).toEqual(['Перенос'])

  for (const _time of [1, 2]) {
    expect((await call('POST', `/api/announcements/${made.id}/read`, { token: student.token })).status).toBe(204)
  }
  expect(await titlesOf(student.token, '?unread=true')).toEqual([])
  const { body } = await call('GET', `/api/announcements/${made.id}`, { token: student.token })
  expect(body.announcement.read).toBe(true)
  expect(Object.keys(body.announcement)).not.toContain('reader_count')
  const readers = await call('GET', `/api/announcements/${made.id}/readers`, { token: teacher.token })
  expect(readers.body).toMatchObject({
    readers: [
      { user: { id: other.id }, read_at: null },
      { user: { id: student.id }, read_at: expect.any(String) },
    ],
    total: 2,
  })
})

test('readers are notified, too, where the clock of the database is behind', async () => {
  const { teacher, student, course } = await buildSchool()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  await announce(teacher.token, { to: { course_ids: [course.id] } }).finally(() => vi.useRealTimers())
  await runEffects()
  // its moment has come by the other clock as well
  for (const column of [sql`announcements set show_at`, sql`effects set visible_at`]) {
    await db.execute(sql`update ${column} = now()`)
  }
  await runEffects()
  expect(await notificationsOf(student.token)).toHaveLength(1)
})

test('the other open pages of a reader are notified that it was read', async () => {
  const { teacher, student, course } = await buildSchool()
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id] } })
  await runEffects()
  const [{ id: notification } = { id: 0 }] = await notificationsOf(student.token)
  await empty(db, 'events')
  await call('POST', `/api/announcements/${id}/read`, { token: student.token })
  const { rows } = await db.execute(sql`select event, user_ids from events`)
  expect(rows).toEqual([{ event: { type: 'notification', read_ids: [notification] }, user_ids: [student.id] }])
})

test('those who have not read it are reminded at most once a day', async () => {
  const { teacher, student, other, course } = await buildSchool()
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id] } })
  await runEffects()
  await call('POST', `/api/announcements/${id}/read`, { token: student.token })
  const remind = async () =>
    (await call('POST', `/api/announcements/${id}/remind`, { token: teacher.token })).body.reminded
  expect([await remind(), await remind()]).toEqual([1, 0])
  expect(await notificationsOf(other.token)).toHaveLength(2)
  expect(await notificationsOf(student.token)).toHaveLength(1)
})

test('an announcement of tomorrow is for its writer alone until then', async () => {
  const { teacher, curator, student, course } = await buildSchool()
  const show_at = new Date(Date.now() + dayMs).toISOString()
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id] }, show_at })
  await runEffects()
  expect(await notificationsOf(student.token)).toEqual([])
  expect((await call('GET', `/api/announcements/${id}`, { token: student.token })).status).toBe(404)
  expect(await titlesOf(teacher.token)).toEqual(['Перенос'])
  expect((await call('GET', `/api/announcements/${id}`, { token: curator.token })).status).toBe(200)
  expect((await call('POST', `/api/announcements/${id}/remind`, { token: teacher.token })).status).toBe(409)

  const shown = await call('PUT', `/api/announcements/${id}`, { token: teacher.token, body: { show_at: null } })
  expect(shown.status).toBe(200)
  await runEffects()
  expect(await notificationsOf(student.token)).toHaveLength(1)
})

test('who joins the course later finds it, who leaves does not', async () => {
  const { teacher, student, stranger, course } = await buildSchool()
  await announce(teacher.token, { to: { course_ids: [course.id] } })
  const enrol = (user_ids: number[]) =>
    call('PUT', `/api/courses/${course.id}/students`, { token: teacher.token, body: { user_ids } })
  expect(await titlesOf(stranger.token)).toEqual([])
  await enrol([stranger.id])
  expect(await titlesOf(stranger.token)).toEqual(['Перенос'])
  expect(await titlesOf(student.token)).toEqual([])
})

test('a teacher announces to their own courses only, and to no role', async () => {
  const { teacher, curator, student, course } = await buildSchool()
  const others = await buildCourse(db, {})
  for (const to of [{ course_ids: [course.id, others.id] }, { roles: ['student'] }, { cohort_ids: [1] }]) {
    const response = await call('POST', '/api/announcements', { token: teacher.token, body: { title: 'Всем', to } })
    expect([response.status, to]).toEqual([403, to])
  }
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id] } })
  const wider = await call('PUT', `/api/announcements/${id}`, {
    token: teacher.token,
    body: { to: { roles: ['student'] } },
  })
  expect(wider.status).toBe(403)
  const nobody = await call('POST', '/api/announcements', { token: curator.token, body: { title: 'Кому?', to: {} } })
  expect(nobody.status).toBe(422)
  await announce(curator.token, { title: 'Школе', to: { roles: ['student', 'teacher', 'curator'] } })
  expect(await titlesOf(student.token)).toEqual(['Школе', 'Перенос'])
})

test.each([
  {
    who: 'a teacher who has left the course',
    role: 'teacher' as const,
    leave: (course: number) => sql`delete from course_teachers where course_id = ${course}`,
  },
  {
    who: 'a curator who is a teacher by now',
    role: 'curator' as const,
    leave: (_: number, id: number) => sql`update users set role = 'teacher' where id = ${id}`,
  },
])('$who only deletes what they have announced', async ({ role, leave }) => {
  const { curator, student, course } = await buildSchool()
  const author = await signedIn({ role })
  await setTeachers(db, course.id, [author.id])
  const to = role === 'teacher' ? { course_ids: [course.id] } : { roles: ['student', 'teacher', 'curator'] }
  const { id } = await announce(author.token, { to })
  const ask = async (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, { token } = author) =>
    (await call(method, `/api/announcements/${id}${path}`, { token, body })).status
  const acts = async (by = author) => [
    await ask('GET', '/readers', undefined, by),
    await ask('PUT', '', { title: 'Срочно' }, by),
    await ask('PUT', '', { show_at: null }, by),
    await ask('PUT', '', { to: { course_ids: [course.id] } }, by),
    await ask('POST', '/remind', undefined, by),
  ]
  const seen = async () => (await call('GET', `/api/announcements/${id}`, { token: author.token })).body.announcement
  expect(await seen()).toMatchObject({ can_edit: true, reader_count: expect.any(Number) })

  await db.execute(leave(course.id, author.id))
  expect(await acts()).toEqual([403, 403, 403, 403, 403])
  expect(await seen()).toMatchObject({ title: 'Перенос', can_edit: false })
  await runEffects()
  expect(await notificationsOf(student.token)).toHaveLength(1)
  expect(await acts(curator)).toEqual([200, 200, 200, 200, 200])
  expect((await call('DELETE', `/api/announcements/${id}`, { token: author.token })).status).toBe(204)
})

test('a course that is deleted takes no announcement from its writer', async () => {
  const { teacher, student, course } = await buildSchool()
  const second = await buildCourse(db, { teachers: [teacher.id] })
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id, second.id] } })
  await updateCourse(db, second.id, { deleted_at: new Date().toISOString() })
  await setTeachers(db, second.id, [])
  const changed = await call('PUT', `/api/announcements/${id}`, { token: teacher.token, body: { title: 'Срочно' } })
  expect(changed.body.announcement).toMatchObject({ title: 'Срочно', can_edit: true })
  expect(await titlesOf(student.token)).toEqual(['Срочно'])
})

test('a class teacher announces to their class', async () => {
  const { teacher, curator, student, stranger } = await buildSchool()
  const by = { id: curator.id, role: 'curator' as const }
  const id = await buildCohort(db, { by, name: '7 «Б»', leaders: [teacher.id], students: [stranger.id] })
  const made = await announce(teacher.token, { to: { cohort_ids: [id] } })
  expect(made).toMatchObject({ to: { cohorts: [{ id, name: '7 «Б»' }] }, reader_count: 1 })
  expect([await titlesOf(stranger.token), await titlesOf(student.token)]).toEqual([['Перенос'], []])
})

test('whoever it is for no longer is left no notification of it', async () => {
  const { teacher, curator, student, other, stranger, course } = await buildSchool()
  const second = await buildCourse(db, { teachers: [teacher.id], students: [stranger.id] })
  const { id } = await announce(curator.token, { to: { course_ids: [course.id, second.id] } })
  await runEffects()
  expect(await notificationsOf(stranger.token)).toHaveLength(1)
  const change = (body: object) => call('PUT', `/api/announcements/${id}`, { token: curator.token, body })
  expect((await change({ to: { course_ids: [course.id] } })).status).toBe(200)
  await runEffects()
  expect(await notificationsOf(stranger.token)).toEqual([])
  expect(await notificationsOf(student.token)).toHaveLength(1)

  // postponed, it is not shown yet, and they are notified once it is
  await change({ show_at: new Date(Date.now() + dayMs).toISOString() })
  expect(await notificationsOf(other.token)).toEqual([])
  await change({ show_at: null })
  await runEffects()
  expect(await notificationsOf(other.token)).toHaveLength(1)
})

test('is shown at its moment, however that is rounded', async () => {
  const { curator, student, course } = await buildSchool()
  const { id } = await announce(curator.token, { to: { course_ids: [course.id] } })
  for (let time = 0; time < 20; time += 1) {
    const visible = await db.transaction(async (tx) => {
      await tx.execute(sql`update announcements set show_at = now() where id = ${id}`)
      return listVisibleAnnouncements(tx, student.user, [id])
    })
    expect(visible).toEqual([{ id }])
  }
})

test('what is deleted leaves with its notifications', async () => {
  const { teacher, student, course } = await buildSchool()
  const { id } = await announce(teacher.token, { to: { course_ids: [course.id] } })
  await runEffects()
  expect((await call('DELETE', `/api/announcements/${id}`, { token: teacher.token })).status).toBe(204)
  expect(await notificationsOf(student.token)).toEqual([])
  expect(await titlesOf(student.token)).toEqual([])
})

test('the list has pages, newest first', async () => {
  const { curator, student } = await buildSchool()
  const roles = ['student' as const]
  for (let index = 0; index < 21; index += 1) {
    await buildAnnouncement(db, { author_id: curator.id, title: `Новость ${index}`, to_roles: roles })
  }
  const { body } = await call('GET', '/api/announcements', { token: student.token })
  expect(body).toMatchObject({ page: 1, pages: 2, total: 21 })
})

test('an announcement is for courses and classes that exist', async () => {
  const { curator, course } = await buildSchool()
  for (const to of [{ course_ids: [course.id, 999_999] }, { cohort_ids: [999_999] }]) {
    const body = { title: 'Никому', content: '<p>x</p>', must_read: true, show_at: null, to }
    const refused = await call('POST', '/api/announcements', { token: curator.token, body })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [`to.${Object.keys(to)[0]}`]])
  }
  expect(await titlesOf(curator.token)).toEqual([])
})
