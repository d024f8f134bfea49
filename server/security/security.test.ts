import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { SecurityEntry } from '#contract/security/security.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { fileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { buildKey } from '#server/keys/keys.factory.ts'
import { deleteOldSecurityEntries } from '#server/security/security.repo.ts'
import { createSecurityLog, type Noted } from '#server/security/security-log.ts'
import { testApp } from '#server/testing/app.ts'
import { empty, emptyAudit } from '#server/testing/empty.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { app, db, call, deps, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const student = await signedIn({ name: 'Мария', surname: 'Орлова' })

const entriesOf = async (query = ''): Promise<SecurityEntry[]> =>
  (await call('GET', `/api/security${query}`, { token: curator.token })).body.entries
const login = (password: string, email = student.user.email) =>
  call('POST', '/api/auth/login', { body: { email, password } })

beforeEach(async () => {
  await app.securityLog.flush()
  await emptyAudit(db)
  await empty(db, 'throttle_hits')
})

describe('after a write that has failed, the security log', () => {
  const event = { kind: 'refused', user_id: student.id, network: '192.0.2.7' } as const
  let isAway = true
  let whileAway = () => {}
  /** The database, or one that is away. */
  const flaky = new Proxy(db, {
    get: (target, name) => {
      if (!isAway) return Reflect.get(target, name)
      whileAway()
      throw new Error('The database is away.')
    },
  })
  beforeEach(() => {
    isAway = true
    whileAway = () => {}
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('has one row from the first event to the last, in that order', async () => {
    const [first, last] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:05:00.000Z']
    const log = createSecurityLog(flaky, () => {})
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(first) })
    log.add(event)
    whileAway = () => {
      vi.setSystemTime(new Date(last))
      log.add(event)
    }
    await log.flush()
    vi.useRealTimers()
    isAway = false
    await log.flush()
    const { rows } = await db.execute(sql`
      select to_json(at)#>>'{}' as at, to_json(until)#>>'{}' as until, count from security_entries
      where network = ${event.network}`)
    expect(rows.map(({ at, until, count }) => [Date.parse(String(at)), Date.parse(String(until)), count])).toEqual([
      [Date.parse(first), Date.parse(last), 2],
    ])
  })

  it('writes as soon as the database is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const lines: string[] = []
    const log = createSecurityLog(
      flaky,
      () => {},
      (line) => lines.push(line),
    )
    log.add(event)
    await vi.advanceTimersByTimeAsync(10_000)
    isAway = false
    await vi.advanceTimersByTimeAsync(2000)
    await expect.poll(() => lines.length).toBe(1)
  })

  it('reports a database that stays away once a minute, and the next failure at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const failures: unknown[] = []
    const log = createSecurityLog(flaky, (error) => failures.push(error))
    log.add(event)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(failures).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(failures).toHaveLength(2)
    isAway = false
    await log.flush()
    isAway = true
    log.add(event)
    await log.flush()
    expect(failures).toHaveLength(3)
  })
})

describe('the security log', () => {
  it('has sign-ins and failures with whose account it was and from where, and nothing that was typed', async () => {
    await login(demoPassword)
    await login('не тот пароль')
    await login('не тот пароль', 'nobody@school.example')
    await call('POST', '/api/auth/password', { token: student.token, body: { password: 'не тот' } })
    const entries = await entriesOf()
    expect(entries.map(({ kind, user, place }) => [kind, user?.id ?? null, place])).toEqual(
      expect.arrayContaining([
        ['sign-in', student.id, ''],
        ['wrong-password', student.id, 'POST /api/auth/login'],
        ['wrong-password', null, 'POST /api/auth/login'],
        ['wrong-password', student.id, 'POST /api/auth/password'],
      ]),
    )
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({ network: '127.0.0.1', count: 1, at: expect.stringMatching(/Z$/) })
    expect(JSON.stringify(entries)).not.toMatch(/не тот|nobody/)
  })

  it('has the sign-in that a registration begins with', async () => {
    const names = { name: 'Анна', surname: 'Новикова', email: 'anna.novikova@school.example' }
    const body = { ...names, password: 'long enough for it', consent: true }
    const { user } = (await call('POST', '/api/auth/register', { body })).body
    const entries = await entriesOf()
    expect(entries.map(({ kind, user, place }) => [kind, user?.id, place])).toEqual([['sign-in', user.id, '']])
  })

  it('has closed accounts, limits, refusals by rights, and keys that do not work', async () => {
    const gone = await signedIn({ active: false })
    await login(demoPassword, gone.user.email)
    for (let nth = 0; nth < 11; nth += 1) await login('не тот пароль')
    await call('GET', '/api/keys', { token: student.token })
    await call('GET', '/api/courses', { token: `praktika_${'a'.repeat(43)}` })
    const { token } = await buildKey(db, curator.id, ['courses-read'])
    await call('GET', '/api/users', { token })
    const kinds = (await entriesOf()).map(({ kind, place, count, user }) => [kind, place, count, user?.id])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['closed-account', 'POST /api/auth/login', 1, gone.id],
        ['wrong-password', 'POST /api/auth/login', 10, student.id],
        ['limit', 'POST /api/auth/login', 1, undefined],
        ['refused', 'GET /api/keys', 1, student.id],
        ['wrong-key', 'GET /api/courses', 1, undefined],
        ['refused', 'GET /api/users', 1, curator.id],
      ]),
    )
  })

  it('has forged links, tools that prove nothing, and data that no screen of ours sends', async () => {
    const file = await buildFile(db, deps.files, { user_id: student.id })
    const link = fileLink(file)
    await call(
      'GET',
      link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
    await call('GET', link)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const grant = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'x.y.z',
    }
    await call('POST', '/api/lti/token', { headers, body: `${new URLSearchParams(grant)}` })
    await call('GET', `/api/lti/authorize?login_hint=other&lti_message_hint=${'a'.repeat(43)}`)
    await call('PUT', `/api/users/${student.id}`, { token: student.token, body: { name: '<b>'.repeat(99) } })
    const kinds = (await entriesOf()).map(({ kind, place, count, user }) => [kind, place, count, user?.id])
    expect(kinds).toHaveLength(4)
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['wrong-link', 'GET /files/{id}', 1, undefined],
        ['tool-refused', 'POST /api/lti/token', 1, undefined],
        ['tool-refused', 'GET /api/lti/authorize', 1, undefined],
        ['invalid-input', 'PUT /api/users/{id}', 1, student.id],
      ]),
    )
  })

  it('has who took files with data of people, and no others', async () => {
    const teacher = await signedIn({ role: 'teacher' })
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const path = `/api/courses/${course.id}`
    await call('GET', `${path}/journal/export?format=csv`, { token: student.token })
    for (const file of ['journal/export?format=csv', 'archive'])
      expect((await call('GET', `${path}/${file}`, { token: teacher.token })).status).toBe(200)
    expect(await entriesOf('?kind=export')).toMatchObject([
      { user: { id: teacher.id }, place: `GET ${path}/journal/export` },
    ])
  })

  it('names the curator who looks at the site as somebody, not that person', async () => {
    const { body } = await call('POST', `/api/users/${student.id}/look`, { token: curator.token })
    await call('PUT', `/api/users/${student.id}`, { token: body.access_token, body: { name: 'Ольга' } })
    expect(await entriesOf('?kind=refused')).toMatchObject([{ user: { id: curator.id } }])
  })

  it('is narrowed down by person, kind and dates, and comes page by page', async () => {
    const values = (nth: number) => sql`(now() - ${nth} * interval '1 day', 'sign-in', ${student.id}, '', '')`
    const rows = Array.from({ length: 51 }, (_, nth) => values(nth))
    await db.execute(
      sql`insert into security_entries (at, kind, user_id, network, place) values ${sql.join(rows, sql`, `)}`,
    )
    const { body } = await call('GET', '/api/security?page=2', { token: curator.token })
    expect([body.entries.length, body.pages, body.total]).toEqual([1, 2, 51])
    const day = new Date(Date.now() - 3 * dayMs).toISOString()
    expect(await entriesOf(`?from=${day}`)).toHaveLength(3)
    expect(await entriesOf(`?user_id=${curator.id}`)).toEqual([])
    expect(await entriesOf('?kind=limit')).toEqual([])
    expect((await call('GET', '/api/security?kind=nothing', { token: curator.token })).status).toBe(422)
  })
})

describe('the database', () => {
  it('refuses to change, delete or truncate it, and lets entries go after half a year', async () => {
    await db.execute(sql`insert into security_entries (at, kind, network, place) values
      (now(), 'limit', '', ''), (now() - interval '182 days', 'limit', '', '')`)
    for (const change of [
      'update security_entries set count = 2',
      'delete from security_entries',
      'truncate security_entries',
      'set session_replication_role = replica; delete from security_entries',
    ])
      await expect(db.execute(sql.raw(change))).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/append-only|permission denied/) },
      })
    await deleteOldSecurityEntries(db)
    const { rows } = await db.execute(sql`select count(*)::int as left from security_entries`)
    expect(rows).toEqual([{ left: 1 }])
  })
})

describe('a flood', () => {
  const count = async () => {
    const { rows } = await db.execute<{ rows: number; events: number }>(
      sql`select count(*)::int as rows, coalesce(sum(count), 0)::int as events from security_entries`,
    )
    return rows[0]
  }
  const flood = async (noted: (nth: number) => Noted) => {
    const log = createSecurityLog(db, (error) => {
      throw error
    })
    for (let nth = 0; nth < 20_000; nth += 1) log.add(noted(nth))
    await log.flush()
    return count()
  }

  it('of one network is one row, with a number', async () => {
    expect(await flood(() => ({ kind: 'wrong-password', user_id: null, network: '192.0.2.1' }))).toEqual({
      rows: 1,
      events: 20_000,
    })
  })

  it('leaves for the log of the process as well where its operator wants it, in the same rows and without a name', async () => {
    const lines: string[] = []
    const fail = (error: unknown) => {
      throw error
    }
    const log = createSecurityLog(db, fail, (line) => lines.push(line))
    for (let nth = 0; nth < 50; nth += 1) log.add({ kind: 'wrong-password', user_id: null, network: '192.0.2.1' })
    log.add({ kind: 'export', user_id: student.id, network: '192.0.2.1', place: 'GET /api/audit/export' })
    await log.flush()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, msg: 'security: wrong-password', security: { count: 50, user_id: null, network: '192.0.2.1' } },
      { msg: 'security: export', security: { user_id: student.id, place: 'GET /api/audit/export' } },
    ])
    expect(lines.join()).not.toMatch(/[а-яё\n]|@/i)
  })

  it('of many networks fills no disk, loses no number, and hides no sign-in', async () => {
    const written = await flood((nth) =>
      nth === 19_999
        ? { kind: 'sign-in', user_id: student.id, network: '192.0.2.1' }
        : { kind: 'wrong-password', user_id: null, network: `2001:db8:${nth.toString(16)}::/64` },
    )
    expect(written?.events).toBe(20_000)
    expect(written?.rows).toBeLessThan(300)
    expect(await entriesOf('?kind=sign-in')).toMatchObject([{ user: { id: student.id }, network: '192.0.2.1' }])
  })

  it('of one person at many places is added up by person', async () => {
    const written = await flood((nth) => ({
      kind: 'refused',
      user_id: student.id,
      network: '192.0.2.1',
      place: `${nth}`,
    }))
    expect(written?.rows).toBeLessThan(70)
    expect(await entriesOf('?kind=refused')).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id: student.id }), place: '', network: '' }),
    )
  })
})
