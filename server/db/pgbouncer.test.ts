import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { openDatabase } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { openStream } from '#server/events/received.fixture.ts'
import { buildSubmittedTask } from '#server/tasks/submitted-task.fixture.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openDatabaseNetwork } from '#server/testing/database-network.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { missingPgbouncer, startPgbouncer } from '#server/testing/pgbouncer.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const missing = missingPgbouncer()
const direct = await testDatabase()
const bouncer = missing ? null : await startPgbouncer(direct.url)
const sites: OwnSite[] = []
// before their database is dropped
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await bouncer?.stop()
})

/** A person who signs in by the front door. */
const signIn = async (site: OwnSite, email: string) => {
  const response = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { access_token: string }).access_token
}

const as = (token: string, method = 'GET', body?: object) => ({
  method,
  headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
  ...(body ? { body: JSON.stringify(body) } : {}),
})

describe.skipIf(missing)(`behind PgBouncer in transaction mode${missing ? ` (${missing})` : ''}`, () => {
  const { url = '' } = bouncer ?? {}

  it('sessions change between statements, and named statements fail there', async () => {
    const client = new pg.Client(url)
    await client.connect()
    const other = new pg.Client(url)
    await other.connect()
    const pids = new Set<number>()
    await other.query('begin')
    pids.add((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    await other.query('commit')
    await client.query({ name: 'one', text: 'select 1' })
    // the session that has prepared it is in use
    await other.query('begin')
    const again = client.query({ name: 'one', text: 'select 1' })
    await expect(again).rejects.toThrow(/prepared statement "one" does not exist/)
    await Promise.all([client.end(), other.end()])
  })

  it('our statements have no names', async () => {
    const { db, pool } = openDatabase(url, { directUrl: direct.url })
    const find = () =>
      prepared(db, 'pgbouncer_test', (db, name) => db.select({ id: users.id }).from(users).prepare(name)).execute()
    await Promise.all(Array.from({ length: 20 }, find))
    await Promise.all(Array.from({ length: 20 }, find))
    await pool.end()
  })

  it('queries that wait for each other are left alone', { timeout: 60_000 }, async () => {
    const { db, pool } = openDatabase(url, { directUrl: direct.url })
    // two of them have all sessions of the pooler, so every other query waits there
    const queries = [14, 14, 0].map((seconds) => db.execute(sql`select 1 as one, pg_sleep(${seconds})`))
    for (const { rows } of await Promise.all(queries)) expect(rows).toMatchObject([{ one: 1 }])
    await pool.end()
  })

  it('what waits for a pooler that has fallen silent fails soon', { timeout: 60_000 }, async () => {
    const between = await openDatabaseNetwork(url)
    const { db, pool } = openDatabase(between.url, { directUrl: direct.url })
    await db.execute(sql`select 1`)
    between.silence(true)
    await expect(db.execute(sql`select 1`)).rejects.toThrow()
    between.silence(false)
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await pool.end()
    between.close()
  })

  it('what waits for a database that has fallen silent behind the pooler fails soon', { timeout: 60_000 }, async () => {
    const between = await openDatabaseNetwork(direct.url)
    const pooler = await startPgbouncer(between.url)
    const { db, pool } = openDatabase(pooler.url, { directUrl: between.url })
    await db.execute(sql`select 1`)
    between.silence(true)
    await expect(db.execute(sql`select 1`)).rejects.toThrow()
    await pool.end()
    await pooler.stop()
    between.close()
  })

  it('two processes of the site serve people, send them events and keep answers', { timeout: 120_000 }, async () => {
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct.url, DEMO: 'false' }
    // both at once: each finds the database ready or waits until it is
    sites.push(...(await Promise.all([startOwnSite(env), startOwnSite(env)])))
    const [first, second] = sites as [OwnSite, OwnSite]
    const { db } = direct
    const [student, teacher] = await Promise.all([buildUser(db), buildUser(db, { role: 'teacher' })])
    const tokens = { student: await signIn(first, student.email), teacher: await signIn(second, teacher.email) }
    const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
    const { lesson, task } = await buildSubmittedTask(db, { course_id: course.id, student_id: student.id })

    const stream = await openStream(second.url, tokens.student)
    const lease = await fetch(`${first.url}/api/tasks/${task.id}/lease`, as(tokens.teacher, 'POST'))
    expect(lease.status).toBe(200)
    await stream.expectReceived([{ type: 'task', happening: 'lease', task_id: task.id }])
    stream.close()

    // many calls at once, whose statements share two sessions
    const paths = [`/api/courses/${course.id}`, `/api/tasks/${task.id}`, `/api/lessons/${lesson.id}`, '/api/auth/user']
    const calls = sites.flatMap(({ url }) => [...paths, ...paths, ...paths].map((path) => `${url}${path}`))
    const statuses = await Promise.all(calls.map(async (call) => (await fetch(call, as(tokens.student))).status))
    expect(new Set(statuses)).toEqual(new Set([200]))

    // changed through one, read from the other at once, where the answer was kept a moment ago
    for (let turn = 0; turn < 10; turn += 1) {
      const name = `Имя${turn % 2 ? 'один' : 'два'}`
      const [writer, reader] = turn % 2 ? [first, second] : [second, first]
      const changed = await fetch(`${writer.url}/api/users/${student.id}`, as(tokens.student, 'PUT', { name }))
      expect(changed.status).toBe(200)
      const read = await fetch(`${reader.url}/api/auth/user`, as(tokens.student))
      expect(await read.json()).toMatchObject({ user: { name } })
      const again = await fetch(`${reader.url}/api/auth/user`, {
        headers: { ...as(tokens.student).headers, 'if-none-match': read.headers.get('etag') as string },
      })
      expect(again.status).toBe(304)
    }
  })
})
