import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { people, rights, type Who } from '#contract/rights.ts'
import { insertApplication } from '#server/applications/applications.repo.ts'
import { insertChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { insertConfirmation } from '#server/auth/confirmations.repo.ts'
import { newToken, openPasswordReset } from '#server/auth/open-session.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { hashToken } from '#server/http/session.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { organisationRequests } from '#server/organisation/organisation-requests.fixture.ts'
import { findSectionCheck } from '#server/organisation/section-check.repo.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { projectComments } from '#server/projects/projects.table.ts'
import { taskRequests } from '#server/tasks/task-requests.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const app = await testApp()
const { db, call, signedIn } = app

const name = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** A school of six people around one course, as `contract/rights.ts` describes it. */
const buildSchool = async () => {
  const [student, stranger, teacher, otherTeacher, curator] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { announced: true, teachers: [teacher.id], students: [student.id] })
  await buildCourse(db, { teachers: [otherTeacher.id], students: [stranger.id] })
  const deleted = await buildCourse(db)
  await updateCourse(db, deleted.id, { deleted_at: new Date().toISOString() })
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const project = await buildProject(db, { authors: [student.id] })
  const [comment] = await db
    .insert(projectComments)
    .values({ project_id: project.id, user_id: student.id, text: 'Спасибо!' })
    .returning()
  return { student, stranger, teacher, otherTeacher, curator, course, deleted, lesson, assignment, project, comment }
}
type School = Awaited<ReturnType<typeof buildSchool>>

const multipart = async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#256af4' } })
    .png()
    .toBuffer()
  const boundary = 'praktika-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const childForm = () => ({
  name: 'Костя',
  surname: 'Ёлкин',
  email: `${crypto.randomUUID()}@school.example`,
  birth_date: `${new Date().getFullYear() - 10}-01-01`,
  parent_email: `${crypto.randomUUID()}@home.example`,
})

/** A child whose parent has the letter; returns its token. */
const waitingChild = async () => {
  const token = newToken()
  await insertChildRegistration(db, {
    ...childForm(),
    token_hash: hashToken(token),
    password_hash: '',
    address: '127.0.0.1',
  })
  return token
}

/** A child whose parent has agreed; returns the token of the parent's link. */
const agreedParent = async () => {
  const token = newToken()
  const { email, birth_date } = childForm()
  const { id } = await signedIn({ email, birth_date })
  const parent = { name: 'Анна Ёлкина', email: 'anna@home.example' }
  const link_hash = hashToken(token)
  await insertConsents(db, [
    { user_id: id, document: 'parent-consent', version: 1, address: '127.0.0.1', parent, link_hash },
  ])
  return token
}

const applicationOf = async (course: { id: number }, user: { id: number }) =>
  (await insertApplication(db, { course_id: course.id, user_id: user.id })).id

interface Request {
  params?: Record<string, string | number>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Calls that are valid in everything but, perhaps, the caller. */
const requests: Record<string, (school: School) => Promise<Request> | Request> = {
  'GET /api/health': () => ({}),
  'GET /api/settings/school': () => ({}),
  'PUT /api/settings/school': () => ({ body: { name: 'Школа' } }),
  'GET /api/settings/home': () => ({}),
  'PUT /api/settings/home': () => ({ body: { title: 'Учиться' } }),
  'GET /api/documents/{slug}': () => ({ params: { slug: 'privacy' } }),
  'GET /api/documents/{slug}/versions': () => ({ params: { slug: 'privacy' } }),
  'GET /api/documents/{slug}/versions/{version}': () => ({ params: { slug: 'privacy', version: 1 } }),
  'POST /api/documents/{slug}/versions': async () => ({
    params: { slug: 'cookies' },
    body: {
      content: `<p>${crypto.randomUUID()}</p>`,
      version: (await documentVersionsInForce(db)).get('cookies'),
    },
  }),
  'GET /api/users/{id}/consents': ({ student }) => ({ params: { id: student.id } }),
  'POST /api/users/{id}/consents': ({ student }) => ({
    params: { id: student.id },
    body: { document: 'publication' },
  }),
  'POST /api/users/{id}/consents/{document}/withdrawal': async ({ student }) => {
    await insertConsents(db, [{ user_id: student.id, document: 'publication', version: 1, address: '127.0.0.1' }])
    return { params: { id: student.id, document: 'publication' }, body: {} }
  },
  'GET /api/consents/parent': async () => ({ query: `?token=${await agreedParent()}` }),
  'POST /api/consents/parent': async () => ({ body: { token: await agreedParent(), version: 1 } }),
  'DELETE /api/consents/parent': async () => ({ query: `?token=${await agreedParent()}` }),
  'GET /api/consents': () => ({}),
  'GET /api/consents/export': () => ({}),
  'GET /api/auth/user': () => ({}),
  'POST /api/auth/register': () => ({
    body: {
      name: 'Анна',
      surname: 'Ёлкина',
      email: `${crypto.randomUUID()}@school.example`,
      password: 'long enough',
      consent: true,
    },
  }),
  'POST /api/auth/register-child': () => ({ body: { ...childForm(), password: 'long enough' } }),
  'GET /api/auth/parent-consent': async () => ({ query: `?token=${await waitingChild()}` }),
  'POST /api/auth/parent-consent': async () => ({ body: { token: await waitingChild(), name: 'Анна Ёлкина' } }),
  'DELETE /api/auth/parent-consent': async () => ({ query: `?token=${await waitingChild()}` }),
  'POST /api/auth/parent-letter': async () => {
    const body = { ...childForm(), password: demoPassword }
    await insertChildRegistration(db, {
      ...childForm(),
      email: body.email,
      token_hash: hashToken(newToken()),
      password_hash: await hashPassword(demoPassword),
      address: '127.0.0.1',
    })
    return { body }
  },
  'POST /api/auth/login': ({ student }) => ({ body: { email: student.user.email, password: demoPassword } }),
  'POST /api/auth/logout': () => ({}),
  'POST /api/auth/confirm-email': async ({ student }) => {
    const token = newToken()
    await insertConfirmation(db, hashToken(token), student.user)
    return { body: { token } }
  },
  'POST /api/auth/confirmation-letter': async () => {
    await db.update(users).set({ email_confirmed_at: null })
    return {}
  },
  'PUT /api/auth/email': async () => {
    await db.update(users).set({ email_confirmed_at: null })
    return { body: { email: `${crypto.randomUUID()}@school.example`, password: demoPassword } }
  },
  'POST /api/auth/forgot-password': ({ student }) => ({ body: { email: student.user.email } }),
  'GET /api/auth/reset-password': async ({ student }) => ({
    query: `?email=${student.user.email}&token=${await openPasswordReset(db, student.id, 1)}`,
  }),
  'POST /api/auth/reset-password': async ({ student }) => ({
    body: { email: student.user.email, token: await openPasswordReset(db, student.id, 1), password: 'new password' },
  }),
  'GET /api/users': () => ({}),
  'GET /api/users/students': () => ({}),
  'GET /api/users/{id}': ({ student }) => ({ params: { id: student.id } }),
  'POST /api/users': () => ({
    body: { name: 'Анна', surname: 'Ёлкина', email: `${crypto.randomUUID()}@school.example`, role: 'teacher' },
  }),
  'PUT /api/users/{id}': ({ student }) => ({ params: { id: student.id }, body: { about: 'Рисую шрифты' } }),
  'DELETE /api/users/{id}': ({ student }) => ({ params: { id: student.id } }),
  'PUT /api/users/{id}/password': ({ student }) => ({
    params: { id: student.id },
    body: { current_password: demoPassword, password: 'new password' },
  }),
  'PUT /api/users/{id}/projects-order': ({ student, project }) => ({
    params: { id: student.id },
    body: { project_ids: [project.id] },
  }),
  'GET /api/users/{id}/export': ({ student }) => ({ params: { id: student.id } }),
  'POST /api/users/{id}/erasure': ({ student }) => ({ params: { id: student.id }, body: { password: demoPassword } }),
  'DELETE /api/users/{id}/erasure': async ({ student }) => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    await db.update(users).set({ erase_at: soon }).where(sql`id = ${student.id}`)
    return { params: { id: student.id } }
  },
  'GET /api/erasures': () => ({}),
  'POST /api/users/{id}/avatar': async ({ student }) => ({ params: { id: student.id }, ...(await multipart()) }),
  'DELETE /api/users/{id}/avatar': ({ student }) => ({ params: { id: student.id } }),
  'GET /api/users/notifications': () => ({}),
  'POST /api/users/notifications/read': () => ({ body: { ids: [1] } }),
  'GET /api/events': () => ({}),
  'GET /api/courses': () => ({}),
  'GET /api/programs/{id}': ({ course }) => ({ params: { id: course.id } }),
  'POST /api/programs/{id}/applications': async () => ({
    params: { id: (await buildCourse(db, { announced: true, enrolling: true })).id },
    body: { text: 'Хочу учиться' },
  }),
  'GET /api/applications': () => ({}),
  'POST /api/applications/{id}/accept': async ({ course, stranger }) => ({
    params: { id: await applicationOf(course, stranger) },
  }),
  'POST /api/applications/{id}/decline': async ({ course, stranger }) => ({
    params: { id: await applicationOf(course, stranger) },
    body: { reason: 'Группа набрана' },
  }),
  'DELETE /api/applications/{id}': async ({ course, stranger }) => ({
    params: { id: await applicationOf(course, stranger) },
  }),
  'GET /api/home': () => ({}),
  'GET /api/courses/{id}': ({ course }) => ({ params: { id: course.id } }),
  'POST /api/courses': () => ({ body: { name: 'Новый курс' } }),
  'PUT /api/courses/{id}': ({ course }) => ({ params: { id: course.id }, body: { name: 'Другое имя' } }),
  'DELETE /api/courses/{id}': ({ course }) => ({ params: { id: course.id } }),
  'POST /api/courses/{id}/restore': ({ deleted }) => ({ params: { id: deleted.id } }),
  'PUT /api/courses/{id}/students': ({ course, stranger }) => ({
    params: { id: course.id },
    body: { user_ids: [stranger.id] },
  }),
  'PUT /api/courses/{id}/teachers': ({ course, teacher, otherTeacher }) => ({
    params: { id: course.id },
    body: { user_ids: [teacher.id, otherTeacher.id] },
  }),
  'GET /api/lessons/{id}': ({ lesson }) => ({ params: { id: lesson.id } }),
  'POST /api/lessons': ({ course }) => ({ body: { course_id: course.id, name: 'Новый урок' } }),
  'PUT /api/lessons/{id}': ({ lesson }) => ({ params: { id: lesson.id }, body: { name: 'Другое имя' } }),
  'DELETE /api/lessons/{id}': ({ lesson }) => ({ params: { id: lesson.id } }),
  'GET /api/courses/{id}/bin': ({ course }) => ({ params: { id: course.id } }),
  'POST /api/lessons/{id}/restore': async ({ lesson }) => {
    await updateLesson(db, lesson.id, { deleted_at: new Date().toISOString() })
    return { params: { id: lesson.id } }
  },
  'GET /api/lessons/{id}/task': ({ lesson }) => ({ params: { id: lesson.id } }),
  'PUT /api/lessons/{id}/task': ({ lesson }) => ({ params: { id: lesson.id } }),
  ...taskRequests(app),
  'GET /api/projects': () => ({}),
  'GET /api/projects/{id}': ({ project }) => ({ params: { id: project.id } }),
  'POST /api/projects': () => ({ body: { name: 'Мой проект' } }),
  'PUT /api/projects/{id}': ({ project }) => ({ params: { id: project.id }, body: { name: 'Другое имя' } }),
  'DELETE /api/projects/{id}': ({ project }) => ({ params: { id: project.id } }),
  'POST /api/projects/{id}/like': ({ project }) => ({ params: { id: project.id } }),
  'DELETE /api/projects/{id}/like': ({ project }) => ({ params: { id: project.id } }),
  'GET /api/projects/{id}/comments': ({ project }) => ({ params: { id: project.id } }),
  'POST /api/projects/{id}/comments': ({ project }) => ({ params: { id: project.id }, body: { text: 'Здорово' } }),
  'DELETE /api/projects/{id}/comments/{comment_id}': ({ project, comment }) => ({
    params: { id: project.id, comment_id: comment?.id ?? 0 },
  }),
  'GET /api/projects/filters': () => ({}),
  'GET /api/projects/tags/{tag}': async ({ student }) => {
    await buildProject(db, { authors: [student.id], tags: ['шрифт'] })
    return { params: { tag: encodeURIComponent('шрифт') } }
  },
  'POST /api/projects/{id}/views': ({ project }) => ({ params: { id: project.id } }),
  'POST /api/projects/{id}/authors': ({ project, stranger }) => ({
    params: { id: project.id },
    body: { email: stranger.user.email },
  }),
  'POST /api/projects/{id}/agreement': async ({ student }) => {
    const { id } = await buildProject(db, { authors: [(await signedIn()).id], asked: [student.id] })
    await agreeToPublication(db, student.id)
    return { params: { id } }
  },
  'DELETE /api/projects/{id}/authors/{user_id}': async ({ student }) => {
    const { id } = await buildProject(db, { authors: [(await signedIn()).id], asked: [student.id] })
    return { params: { id, user_id: student.id } }
  },
  'POST /api/projects/{id}/reports': ({ project }) => ({ params: { id: project.id }, body: { reason: 'rude' } }),
  'GET /api/projects/reports': () => ({}),
  'PUT /api/projects/reports/{id}': async ({ project, stranger }) => ({
    params: { id: await buildReport(db, { project_id: project.id, user_id: stranger.id }) },
    body: { resolution: 'dismissed' },
  }),
  'GET /api/drafts/{key}': () => ({ params: { key: 'lesson:12' } }),
  'PUT /api/drafts/{key}': () => ({ params: { key: 'lesson:12' }, body: { value: 'Начало', revision: 0 } }),
  'GET /api/organisation/check': () => ({}),
  'POST /api/organisation/check': () => ({}),
  ...organisationRequests(app.deps),
}

/** Waits for the end of a background check of the section, whose writes are no change by another call. */
const endOfBackground = () =>
  vi.waitFor(async () => expect((await findSectionCheck(db))?.state ?? 'ready').not.toBe('running'), {
    timeout: 55_000,
    interval: 100,
  })

/** A digest of every row of every table, except when a session was last used. */
const everything = async () => {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'sessions'`,
  )
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await db.execute<{ sum: string }>(
        sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
      )
      return [name, rows[0]?.sum]
    }),
  )
  return Object.fromEntries(sums)
}

const fill = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]))

const tokenOf = (school: School, who: Who) => (who === 'guest' ? undefined : school[who].token)

test('the table lists every call, and nothing else', () => {
  expect(Object.keys(rights).toSorted()).toEqual(endpoints.map(name).toSorted())
})

// its response needs the built pages: the browser's tests call it
const called = endpoints.filter((endpoint) => name(endpoint) !== 'GET /api/assets-version')

describe.each(called.map((endpoint) => [name(endpoint), endpoint] as const))('%s', (key, endpoint) => {
  // only a curator, who comes last, begins a check of the section, which runs in the background
  afterAll(endOfBackground)
  test.each(people.map((who, place) => [who, rights[key]?.[place]] as const))('%s gets %i', async (who, status) => {
    const school = await buildSchool()
    const request = (await requests[key]?.(school)) as Request
    const before = await everything()
    const answer = await call(endpoint.method, fill(endpoint.path, request.params) + (request.query ?? ''), {
      ...(tokenOf(school, who) ? { token: tokenOf(school, who) as string } : {}),
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.headers ? { headers: request.headers } : {}),
      stream: endpoint.stream !== undefined,
    })
    expect({ who, status: answer.status, body: status === answer.status || answer.body }).toEqual({
      who,
      status,
      body: true,
    })
    if (answer.status >= 400) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(await everything()).toEqual(before)
    }
  })
})

test('a deactivated account is a guest', async () => {
  const { user, token } = await signedIn()
  await db.update(users).set({ active: false }).where(sql`id = ${user.id}`)
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(401)
})
