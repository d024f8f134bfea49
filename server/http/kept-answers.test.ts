import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { currentUserTags, loadCurrentUser } from '#server/auth/current-user.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseLeavers, courseStudents, courses, courseTeachers } from '#server/courses/courses.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projects } from '#server/projects/projects.table.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'

const { app, deps, db, call, signedIn } = await testApp()
/** The same site in another process: the two share nothing but the database. */
const other = await buildApp(deps)
afterAll(() => other.close())
beforeAll(async () => {
  for (const { kept } of [app, other]) await vi.waitUntil(kept.catchUp)
})

const student = await signedIn()
const classmate = await signedIn()
const teacher = await signedIn({ role: 'teacher' })
const curator = await signedIn({ role: 'curator' })
const people = [student, classmate, teacher, curator]

const first = await buildCourse(db, { teachers: [teacher.id], students: [student.id, classmate.id] })
const second = await buildCourse(db, { students: [student.id] })
const lesson = await buildLesson(db, { course_id: first.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })
const task = await buildTask(db, { assignment_id: assignment.id, students: [student.id], status: 'submitted' })
const project = await buildProject(db, { authors: [student.id] })
await buildNotification(db, { user_id: student.id, actor_id: teacher.id, project_id: project.id, lesson_id: lesson.id })

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
    await db.execute(sql`update sessions set expires_at = now() + interval '100 ms' where user_id = ${late.id}`)
    expect((await ask(late.token)).status).toBe(200)
    await expect.poll(async () => (await ask(late.token)).status).toBe(401)
  })

  it('comes from watched tables alone', async () => {
    for (const { id, token, user } of people) {
      const made = await statementsOf(async () => {
        await db
          .update(users)
          .set({ name: `Вера ${id}` })
          .where(eq(users.id, id))
        await ask(token)
      })
      const read = made.flatMap((text) =>
        [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"? ?/g)].map(([, name]) => name),
      )
      const { rows } = await db.execute<{ name: string; watched: boolean }>(sql`
        select relname as name, exists (
          select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid
          where tgrelid = pg_class.oid and proname in ('notify_of_change', 'notify_of_changed_keys')) as watched
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
      const tables = rows.filter(({ name }) => read.includes(name))
      const tagged = [...currentUserTags({ id, role: user.role }), 'sessions'].map((tag) => tag.split(':')[0])
      expect(tables.length).toBeGreaterThan(3)
      expect(tables.filter(({ watched }) => !watched)).toEqual([])
      // one statement for all roles names them all; what it does for students reads none of the tables of staff
      if (user.role !== 'student') expect(tables.filter(({ name }) => !tagged.includes(name))).toEqual([])
    }
  })
})

/** Mulberry32: the same acts in every run. */
const numbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

it('equals a fresh one after any act, in both processes', async () => {
  const random = numbers(20_261_123)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const name = () => `Имя ${random()}`
  const now = () => new Date().toISOString()
  const idOf = () => pick(people).id
  const courseId = () => pick([first, second]).id
  const membership = () => ({ course_id: courseId(), user_id: idOf() })
  const isMember = (table: typeof courseStudents | typeof courseTeachers) => {
    const { course_id, user_id } = membership()
    return sql`${table.course_id} = ${course_id} and ${table.user_id} = ${user_id}`
  }
  const passing: number[] = []
  const acts: (() => Promise<unknown>)[] = [
    () => db.update(users).set({ name: name() }).where(eq(users.id, idOf())),
    () =>
      db
        .update(users)
        .set({ avatar: `${random()}.webp` })
        .where(eq(users.id, idOf())),
    () =>
      db
        .update(users)
        .set({ erase_at: pick([null, now()]) })
        .where(eq(users.id, student.id)),
    () =>
      db
        .update(users)
        .set({ email_confirmed_at: pick([null, now()]) })
        .where(eq(users.id, idOf())),
    () =>
      db
        .update(users)
        .set({ active: pick([true, false]) })
        .where(eq(users.id, classmate.id)),
    () =>
      db
        .update(users)
        .set({ role: pick(['teacher', 'curator']) })
        .where(eq(users.id, teacher.id)),
    () => db.update(courses).set({ name: name() }).where(eq(courses.id, courseId())),
    () =>
      db
        .update(courses)
        .set({ status: pick(['published', 'archived', 'draft']) })
        .where(eq(courses.id, courseId())),
    () =>
      db
        .update(courses)
        .set({ deleted_at: pick([null, now()]) })
        .where(eq(courses.id, courseId())),
    () => db.insert(courseStudents).values(membership()).onConflictDoNothing(),
    () => db.delete(courseStudents).where(isMember(courseStudents)),
    () => db.insert(courseTeachers).values(membership()).onConflictDoNothing(),
    () => db.delete(courseTeachers).where(isMember(courseTeachers)),
    () => db.insert(courseLeavers).values({ course_id: first.id, user_id: student.id }).onConflictDoNothing(),
    () => db.delete(courseLeavers),
    () => db.update(lessons).set({ name: name() }).where(eq(lessons.id, lesson.id)),
    () =>
      db
        .update(lessons)
        .set({ deleted_at: pick([null, now()]) })
        .where(eq(lessons.id, lesson.id)),
    () => db.update(assignments).set({ text: name() }).where(eq(assignments.id, assignment.id)),
    () => db.update(projects).set({ name: name() }).where(eq(projects.id, project.id)),
    () =>
      db
        .update(projects)
        .set({ deleted_at: pick([null, now()]) })
        .where(eq(projects.id, project.id)),
    () =>
      db
        .update(tasks)
        .set({ status: pick(['submitted', 'returned', 'accepted']) })
        .where(eq(tasks.id, task.id)),
    () =>
      buildTask(db, { assignment_id: assignment.id, students: [classmate.id], status: 'submitted' }).catch(() => {}),
    () => buildNotification(db, { user_id: idOf(), actor_id: idOf(), project_id: project.id, lesson_id: lesson.id }),
    async () => {
      const gone = await buildProject(db, { authors: [student.id] })
      passing.push(gone.id)
      await buildNotification(db, { user_id: idOf(), project_id: gone.id })
    },
    () => db.delete(projects).where(inArray(projects.id, passing)),
    () => db.update(notifications).set({ read_at: now() }).where(eq(notifications.user_id, idOf())),
    () => db.delete(notifications).where(eq(notifications.user_id, idOf())),
    () =>
      db.execute(sql`insert into notifications (user_id, type, title) select id, 'course-enrolled', 'Всем' from users`),
  ]
  const askBoth = (token: string) =>
    Promise.all(
      [app, other].map(async (process) => {
        const headers = { authorization: `Bearer ${token}` }
        const response = await process.inject({ method: 'GET', url: get, headers })
        return response.statusCode === 200 ? response.json().user : response.statusCode
      }),
    )
  for (let round = 0; round < 120; round += 1) {
    await pick(acts)()
    for (const { id, token } of people) {
      const [row] = await db.select({ active: users.active }).from(users).where(eq(users.id, id))
      const fresh = row?.active ? JSON.parse(JSON.stringify(await loadCurrentUser(db, id))) : 401
      expect(await askBoth(token)).toEqual([fresh, fresh])
    }
    // what is asked for during an act is not kept any longer either
    await Promise.all([pick(acts)(), ...people.map(({ token }) => askBoth(token))])
  }
})
