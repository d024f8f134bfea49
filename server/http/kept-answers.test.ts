import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { noteFilled } from '#server/organisation/filled-mark.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'

const { app, deps, db, call, signedIn } = await testApp()
beforeAll(() => vi.waitUntil(app.kept.catchUp, { timeout: 15_000 }))

/** Requests wait for changes as long as a busy machine needs: how long they really do is for listener.test.ts. */
const patience = ['setTimeout', 'clearTimeout'] as const
beforeEach(() => {
  vi.useFakeTimers({ toFake: [...patience] })
})
afterAll(() => {
  vi.useRealTimers()
})

const student = await signedIn()
const teacher = await signedIn({ role: 'teacher' })
const curator = await signedIn({ role: 'curator' })
const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })
const task = await buildTask(db, { assignment_id: assignment.id, students: [student.id], status: 'submitted' })
const project = await buildProject(db, { authors: [student.id] })

const get = '/api/auth/user'
const ask = (token: string, headers = {}) => call('GET', get, { token, headers })

/** Statements of the database that `act` makes. */
const statementsOf = async (act: () => Promise<unknown>) => {
  const query = vi.spyOn(deps.pool, 'query')
  await act()
  const made = query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
  query.mockRestore()
  return made
}

/**
 * Sets a moment that comes while the test waits, and reads twice before it comes: returns what was read first, and the
 * statements of the second time. When the machine was too busy for that, again with a later moment.
 */
const readBefore = async <Read>(setMoment: (moment: string) => Promise<unknown>, read: () => Promise<Read>) => {
  for (let aheadMs = 500; ; aheadMs *= 2) {
    expect(aheadMs).toBeLessThan(10_000)
    const moment = Date.now() + aheadMs
    await setMoment(new Date(moment).toISOString())
    const first = await read()
    const statements = await statementsOf(read)
    if (Date.now() < moment) return { first, statements }
  }
}

describe('an answer that is kept', () => {
  it('is built once: until a change, nothing asks the database', async () => {
    const built = await ask(teacher.token)
    expect(await statementsOf(() => ask(teacher.token))).toEqual([])
    expect((await ask(teacher.token)).body).toEqual(built.body)
    await db.update(users).set({ name: 'Вера' }).where(eq(users.id, teacher.id))
    expect((await ask(teacher.token)).body.user.name).toBe('Вера')
  })

  it('is still kept when a save changes nothing', async () => {
    await ask(student.token)
    await db.update(users).set({ name: sql`name`, about: 'Рисую шрифты' }).where(eq(users.id, student.id))
    expect(await statementsOf(() => ask(student.token))).toEqual([])
  })

  it('has a tag, and is sent only once', async () => {
    const { headers, body } = await ask(student.token)
    expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/)
    const unchanged = await ask(student.token, { 'if-none-match': `"other", ${headers.etag}` })
    expect(unchanged).toMatchObject({ status: 304, body: undefined, headers: { etag: headers.etag } })
    await buildNotification(db, { user_id: student.id })
    const changed = await ask(student.token, { 'if-none-match': String(headers.etag) })
    expect(changed.status).toBe(200)
    expect(changed.body.user.notifications.unread).toBe(body.user.notifications.unread + 1)
  })

  it('is compressed once, as the caller accepts it', async () => {
    const read = (encoding: string) => {
      const headers = { authorization: `Bearer ${curator.token}`, 'accept-encoding': encoding }
      return app.inject({ method: 'GET', url: get, headers })
    }
    for (let i = 0; i < 5; i += 1) await buildNotification(db, { user_id: curator.id })
    const plain = await read('identity')
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const response = await read(accepted)
      expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(decompress(response.rawPayload)).toEqual(plain.rawPayload)
      expect((await read(accepted)).rawPayload).toEqual(response.rawPayload)
    }
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect((await read('unknown')).rawPayload).toEqual(plain.rawPayload)
  })

  it('is measured again once it is compressed, and takes less memory from then on', async () => {
    const measure = vi.spyOn(app.kept, 'measure')
    const headers = { authorization: `Bearer ${teacher.token}`, 'accept-encoding': 'br' }
    for (const times of [1, 1]) {
      await app.inject({ method: 'GET', url: `/api/lessons/${lesson.id}`, headers })
      expect(measure.mock.calls).toHaveLength(times)
    }
    measure.mockRestore()
  })

  it('ends with its session and its account', async () => {
    const guest = await signedIn()
    expect((await ask(guest.token)).status).toBe(200)
    await db.update(users).set({ active: false }).where(eq(users.id, guest.id))
    expect((await ask(guest.token)).status).toBe(401)
    await db.update(users).set({ active: true }).where(eq(users.id, guest.id))
    expect((await ask(guest.token)).status).toBe(200)
    await call('POST', '/api/auth/logout', { token: guest.token })
    expect((await ask(guest.token)).status).toBe(401)
    const ended = await signedIn()
    expect((await ask(ended.token)).status).toBe(200)
    await db.transaction(async (tx) => {
      // however this connection writes bytes
      await tx.execute(sql`set local bytea_output = 'escape'`)
      await tx.execute(sql`delete from sessions where user_id = ${ended.id}`)
    })
    expect((await ask(ended.token)).status).toBe(401)
    const late = await signedIn()
    expect((await ask(late.token)).status).toBe(200)
    const expire = (at: string) => db.execute(sql`update sessions set expires_at = ${at} where user_id = ${late.id}`)
    const { first } = await readBefore(expire, () => ask(late.token))
    expect(first.status).toBe(200)
    await expect.poll(async () => (await ask(late.token)).status).toBe(401)
  })
})

it('a search is not kept: what people type is endless', async () => {
  const search = () => call('GET', '/api/tasks?search=%D0%90', { token: teacher.token })
  await search()
  expect((await statementsOf(search)).length).toBeGreaterThan(0)
})

describe('what passes with time', () => {
  it('ends an answer: a lesson opens', async () => {
    const { id } = await buildLesson(db, { course_id: course.id, position: 2 })
    const open = (publish_at: string) => db.update(lessons).set({ publish_at }).where(eq(lessons.id, id))
    const read = async () => {
      const { body } = await call('GET', `/api/courses/${course.id}`, { token: student.token })
      return body.course.lessons.map((lesson: { id: number }) => lesson.id)
    }
    expect(await readBefore(open, read)).toEqual({ first: [lesson.id], statements: [] })
    await expect.poll(read).toEqual([lesson.id, id])
  })

  it('ends an answer: a lease ends', async () => {
    const lend = (moment: string) => {
      const lease = { lease_user_id: teacher.id, lease_since: moment, lease_expires_at: moment }
      return db.update(tasks).set(lease).where(eq(tasks.id, task.id))
    }
    const read = async () => (await call('GET', '/api/tasks', { token: curator.token })).body.tasks[0].lease
    const { first, statements } = await readBefore(lend, read)
    expect([first.user.id, statements]).toEqual([teacher.id, []])
    await expect.poll(read).toBeNull()
  })

  it('ends an answer: it was changed just now', async () => {
    const read = async () => (await call('GET', '/api/organisation/pages/4')).body.page.updated_at
    await noteFilled(db)
    await read()
    expect(await statementsOf(read)).toEqual([])
    await db.update(courses).set({ announced: true }).where(eq(courses.id, course.id))
    const changed = await read()
    expect(await read()).not.toBe(changed)
    await noteFilled(db)
    await read()
    expect(await statementsOf(read)).toEqual([])
  })

  it('ends an answer: the links to its files are new every hour', async () => {
    const read = () => call('GET', `/api/lessons/${lesson.id}`, { token: student.token })
    await read()
    expect(await statementsOf(read)).toEqual([])
    vi.useFakeTimers({ toFake: [...patience, 'Date'], now: Date.now() + hourMs })
    const made = await statementsOf(read)
    vi.useRealTimers()
    expect(made.length).toBeGreaterThan(3)
  })
})

it('guests share what everybody sees, until it changes', async () => {
  for (const path of ['/', '/projects', '/organisation', '/organisation/page3', '/sveden/employees', '/api/home']) {
    const read = () => call('GET', path)
    const { body } = await read()
    expect([path, await statementsOf(read)]).toEqual([path, []])
    expect((await read()).body).toEqual(body)
    await mergeSettings(db, 'school', { name: `Школа ${path}` }, null)
    expect((await statementsOf(read)).length).toBeGreaterThan(0)
  }
  for (const search of ['search=%D0%90', 'tag=%D0%90']) {
    const read = () => call('GET', `/api/projects?${search}`)
    await read()
    expect((await statementsOf(read)).length).toBeGreaterThan(0)
  }
})

describe('a document that is kept', () => {
  const read = (path = `/projects/${project.id}`, headers = {}) => call('GET', path, { headers })

  it('is drawn once, and again after a change', async () => {
    const drawn = await read()
    expect(drawn.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(await statementsOf(read)).toEqual([])
    expect((await read()).body).toBe(drawn.body)
    expect((await read(undefined, { 'if-none-match': drawn.headers.etag })).status).toBe(304)
    await call('POST', `/api/projects/${project.id}/like`, { token: teacher.token })
    expect((await read()).headers.etag).not.toBe(drawn.headers.etag)
  })

  it('has the link to courses as soon as one can be joined, and until none can', async () => {
    const link = 'href="/#courses"'
    expect((await read()).body).not.toContain(link)
    const program = await buildCourse(db, { announced: true, enrolling: true })
    expect((await read()).body).toContain(link)
    expect(await statementsOf(read)).toEqual([])
    await db.update(courses).set({ enrolling: false }).where(eq(courses.id, program.id))
    expect((await read()).body).not.toContain(link)
  })

  it('is not kept when something failed that the next one need not repeat', async () => {
    await db.execute(sql`select pg_notify('praktika_changes', 'projects')`)
    const document = vi.spyOn(deps.renderer, 'document').mockResolvedValueOnce({ text: 'spinner', isComplete: false })
    expect((await read()).body).toBe('spinner')
    expect((await read()).body).toContain(project.name)
    expect(document).toHaveBeenCalledTimes(2)
  })

  it('is refused while the database fails, and nothing else ends', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    await db.execute(sql`select pg_notify('praktika_changes', 'projects')`)
    vi.spyOn(app.log, 'error').mockImplementation(() => {})
    const query = vi.spyOn(deps.pool, 'query').mockImplementation(() => Promise.reject(new Error('down')))
    expect((await read()).status).toBeGreaterThanOrEqual(500)
    await new Promise(setImmediate)
    query.mockRestore()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect((await read()).status).toBe(200)
  })

  it('is not kept with the parameters of its address, nor when there is none', async () => {
    for (const path of [`/projects/${project.id}?utm_source=vk`, '/projects/987654321']) {
      await read(path)
      expect((await statementsOf(() => read(path))).length).toBeGreaterThan(0)
    }
    expect((await read('/projects/987654321')).status).toBe(404)
  })
})
