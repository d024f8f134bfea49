import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { auditEntries } from '#server/audit/audit.table.ts'
import { lastVisits, sessions } from '#server/auth/auth.table.ts'
import { deleteOldSessions } from '#server/auth/sessions.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { signInAs } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()

const beginLook = async (curator: { token: string }, person: { id: number }) => {
  const { status, body } = await call('POST', `/api/users/${person.id}/look`, { token: curator.token })
  return { status, body, token: body.access_token as string }
}

/** A curator who looks at the site as a student. */
const looking = async () => {
  const [curator, student] = [await signedIn({ role: 'curator' }), await signedIn()]
  return { curator, student, look: await beginLook(curator, student) }
}

const kindsAbout = async ({ id }: { id: number }) => {
  const rows = await db
    .select({ kind: auditEntries.kind, actor_id: auditEntries.actor_id })
    .from(auditEntries)
    .where(and(eq(auditEntries.object_kind, 'user'), eq(auditEntries.object_id, String(id))))
    .orderBy(auditEntries.id)
  return rows.filter(({ kind }) => kind.startsWith('look'))
}

describe('a look at the site as somebody', () => {
  test('shows what they see, and who looks', async () => {
    const { curator, student, look } = await looking()
    expect(look.body).toMatchObject({
      user: { id: student.id, role: { slug: 'student' }, looker: { id: curator.id, name: curator.user.name } },
    })
    const { body } = await call('GET', '/api/auth/user', { token: look.token })
    expect(body.user).toMatchObject({ id: student.id, looker: { id: curator.id } })
    expect((await call('GET', '/api/users', { token: look.token })).status).toBe(403)
    expect((await call('GET', '/api/auth/user', { token: student.token })).body.user.looker).toBeNull()
  })

  test('changes nothing', async () => {
    const { student, look } = await looking()
    const { token } = look
    const acts = [
      call('PUT', `/api/users/${student.id}`, { token, body: { about: 'Это не я' } }),
      call('POST', '/api/users/notifications/read', { token, body: { ids: [1] } }),
      call('POST', '/api/projects', { token, body: { name: 'Чужой проект' } }),
      call('PUT', '/api/drafts/project:new', { token, body: { value: 'x', revision: 0 } }),
      call('POST', '/api/auth/password', { token, body: { password: 'demo-password' } }),
      call('POST', '/api/files', { token }),
    ]
    for (const act of acts) {
      expect(await act).toMatchObject({ status: 403, body: { type: 'urn:praktika:problem:looking' } })
    }
    const [row] = await db.select().from(users).where(eq(users.id, student.id))
    expect(row?.about).toBe('')
  })

  test('is none of the person’s own devices, and no visit of theirs', async () => {
    const { student, curator, look } = await looking()
    await db.delete(lastVisits).where(eq(lastVisits.user_id, student.id))
    await db
      .update(sessions)
      .set({ used_at: sql`now() - interval '2 hours'` })
      .where(eq(sessions.looker_id, curator.id))
    const before = await db.select().from(sessions).where(eq(sessions.looker_id, curator.id))
    await call('GET', '/api/courses', { token: look.token })
    expect(await db.select().from(sessions).where(eq(sessions.looker_id, curator.id))).toEqual(before)
    expect(await db.select().from(lastVisits).where(eq(lastVisits.user_id, student.id))).toEqual([])
    const { body } = await call('GET', `/api/users/${student.id}/sessions`, { token: student.token })
    expect(body.sessions).toHaveLength(1)
  })

  test('shows nothing that is the person’s alone', async () => {
    const { student, curator, look } = await looking()
    const course = await buildCourse(db, { students: [student.id] })
    const lesson = await buildLesson(db, { course_id: course.id })
    await buildAssignment(db, { lesson_id: lesson.id })
    const own = { token: student.token }
    const task = (await call('PUT', `/api/lessons/${lesson.id}/task`, own)).body.task
    const body = { content: '<p>Ещё не готово</p>', revision: 0 }
    await call('PUT', `/api/tasks/${task.id}/draft`, { ...own, body })
    await call('PUT', `/api/lessons/${lesson.id}/note`, {
      ...own,
      body: { text: 'Моя заметка', highlights: [], revision: 0 },
    })
    await call('PUT', '/api/drafts/project:new', { ...own, body: { value: { name: 'Тайна' }, revision: 0 } })
    const seen = async (path: string) => JSON.stringify((await call('GET', path, { token: look.token })).body)
    for (const path of [`/api/tasks/${task.id}`, `/api/lessons/${lesson.id}/task`]) {
      expect(await seen(path)).toContain('"revision":1')
      expect(await seen(path)).not.toContain('Ещё не готово')
    }
    expect(JSON.parse(await seen(`/api/lessons/${lesson.id}/note`))).toMatchObject({ note: { text: '', revision: 0 } })
    expect(JSON.parse(await seen('/api/drafts/project:new'))).toMatchObject({ draft: { value: null } })
    expect((await call('GET', `/api/users/${student.id}/export`, { token: look.token })).status).toBe(403)
    expect((await call('GET', `/api/tasks/${task.id}`, own)).body.task.draft.content).toContain('Ещё не готово')
    expect((await call('GET', `/api/tasks/${task.id}`, { token: curator.token })).body.task.draft).toBeNull()
  })

  test('is in the journal of changes from its beginning to its end, however it ends', async () => {
    const { curator, student, look } = await looking()
    const begun = { kind: 'look-begun', actor_id: curator.id }
    const ended = { kind: 'look-ended', actor_id: curator.id }
    expect(await kindsAbout(student)).toEqual([begun])
    expect((await call('POST', '/api/auth/logout', { token: look.token })).status).toBe(204)
    expect((await call('GET', '/api/auth/user', { token: look.token })).status).toBe(401)
    expect(await kindsAbout(student)).toEqual([begun, ended])
    expect((await call('GET', '/api/auth/user', { token: curator.token })).status).toBe(200)

    await beginLook(curator, student)
    // one at a time
    await beginLook(curator, student)
    await db
      .update(sessions)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(sessions.looker_id, curator.id))
    await deleteOldSessions(db)
    expect(await kindsAbout(student)).toEqual([begun, ended, begun, ended, begun, ended])
  })

  test('lasts an hour at most', async () => {
    const { curator } = await looking()
    const [row] = await db.select().from(sessions).where(eq(sessions.looker_id, curator.id))
    expect(Date.parse(row?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(hourMs)
  })

  test('ends with the curator’s own session, account, role or right', async () => {
    const isOpen = async (token: string) => (await call('GET', '/api/auth/user', { token })).status === 200
    const signedOut = await looking()
    await call('POST', '/api/auth/logout', { token: signedOut.curator.token })
    expect(await isOpen(signedOut.look.token)).toBe(false)

    // from another device, as after a forgotten sign-out
    const elsewhere = await looking()
    const { id } = elsewhere.curator
    const token = await signInAs(db, elsewhere.curator)
    const { body } = await call('GET', `/api/users/${id}/sessions`, { token })
    const own = body.sessions.find(({ current }: { current: boolean }) => !current)
    const ended = await call('DELETE', `/api/users/${id}/sessions/${own.id}`, { token })
    expect([ended.status, await isOpen(elsewhere.look.token)]).toEqual([204, false])

    for (const change of [{ active: false }, { role: 'teacher' as const }, { rights: ['courses' as const] }]) {
      const { curator, look } = await looking()
      expect(await isOpen(look.token)).toBe(true)
      await db.update(users).set(change).where(eq(users.id, curator.id))
      expect(await isOpen(look.token)).toBe(false)
    }
    const promoted = await looking()
    await db.update(users).set({ role: 'curator' }).where(eq(users.id, promoted.student.id))
    expect(await isOpen(promoted.look.token)).toBe(false)
  })

  test('of a teacher shows their courses', async () => {
    const [curator, teacher] = [
      await signedIn({ role: 'curator', rights: ['people'] }),
      await signedIn({ role: 'teacher' }),
    ]
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const { token } = await beginLook(curator, teacher)
    const { body } = await call('GET', '/api/courses', { token })
    expect(body.courses.map(({ id }: { id: number }) => id)).toEqual([course.id])
    expect((await call('GET', `/api/courses/${course.id}`, { token: curator.token })).status).toBe(404)
  })

  test('is refused at curators, at oneself, at accounts that are off, and from a look', async () => {
    const { curator, student, look } = await looking()
    const other = await signedIn({ role: 'curator' })
    expect((await beginLook(curator, other)).status).toBe(403)
    expect((await beginLook(curator, curator)).status).toBe(403)
    expect((await beginLook(look, student)).status).toBe(403)
    const off = await signedIn({ active: false })
    expect((await beginLook(curator, off)).status).toBe(409)
    expect((await beginLook(curator, { id: 999_999 })).status).toBe(404)
  })

  test('needs a password given a moment ago', async () => {
    const [curator, student] = [await signedIn({ role: 'curator' }), await signedIn()]
    await db
      .update(sessions)
      .set({ password_at: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.user_id, curator.id))
    expect((await beginLook(curator, student)).body).toMatchObject({ type: 'urn:praktika:problem:password-needed' })
    const token = await signInAs(db, curator)
    expect((await beginLook({ token }, student)).status).toBe(200)
  })
})
