import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { dayMs } from '#contract/durations.ts'
import { keyScopes, maxKeys } from '#contract/keys/key-scopes.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildKey } from '#server/keys/keys.factory.ts'
import { programKeys } from '#server/keys/keys.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { updateUser } from '#server/users/users.repo.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const student = await signedIn()
const course = await buildCourse(db, { students: [student.id] })
const body = { name: 'Электронный журнал', scopes: ['journal-read', 'courses-read'], days: 30 }
const create = (changed: object = {}) => call('POST', '/api/keys', { ...curator, body: { ...body, ...changed } })
const list = async () => (await call('GET', '/api/keys', curator)).body.keys
const statusOf = async (token: string, path = '/api/courses') => (await call('GET', path, { token })).status

beforeEach(() => empty(db, 'program_keys'))

describe('a key', () => {
  it('is shown once, hashed in the database, and lists its last use', async () => {
    const { status, body: made } = await create()
    expect(status).toBe(201)
    expect(made.token).toMatch(/^praktika_[\w-]{43}$/)
    const row = { id: made.key.id, name: body.name, scopes: ['courses-read', 'journal-read'], works: true }
    expect(await list()).toMatchObject([{ ...row, user: { id: curator.id }, used_at: null }])
    const { body: courses } = await call('GET', '/api/courses', { token: made.token })
    expect(courses.courses).toHaveLength(1)
    const [listed] = await list()
    expect(Date.parse(listed.used_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(Date.parse(listed.expires_at)).toBeGreaterThan(Date.now() + 29 * dayMs)
    const { rows } = await db.execute(sql`select program_keys::text as kept from program_keys`)
    expect(JSON.stringify([rows, listed])).not.toContain(made.token.slice(10))
  })

  it('may make the calls of its scopes, and no other: neither an open one nor one of its maker', async () => {
    const { token } = await buildKey(db, curator.id, ['courses-read'])
    expect(await statusOf(token, `/api/courses/${course.id}`)).toBe(200)
    expect((await call('HEAD', `/api/courses/${course.id}`, { token })).status).toBe(200)
    const others = [
      ...['/api/users', '/api/auth/user', '/api/keys', '/api/settings/school', '/api/events'],
      ...[`/api/users/${curator.id}/export`, `/api/courses/${course.id}/journal`],
    ]
    for (const path of others) expect([path, await statusOf(token, path)]).toEqual([path, 403])
    const acts = [
      ['PUT', `/api/courses/${course.id}`],
      ['POST', '/api/keys'],
      ['POST', '/api/files'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/password'],
    ] as const
    for (const [method, path] of acts) expect((await call(method, path, { token, body: {} })).status).toBe(403)
    const { body: refusal } = await call('GET', '/api/users', { token })
    expect(refusal).toMatchObject({ type: 'urn:praktika:problem:forbidden', detail: expect.stringContaining('ключу') })
  })

  it('changes only what its scopes allow', async () => {
    const put = (token: string) =>
      call('PUT', `/api/courses/${course.id}/students`, { token, body: { user_ids: [student.id] } })
    expect((await put((await buildKey(db, curator.id, ['people-read'])).token)).status).toBe(403)
    const { status, body: answer } = await put((await buildKey(db, curator.id, ['people-enrol'])).token)
    expect([status, answer]).toEqual([200, expect.objectContaining({ course: expect.anything() })])
  })

  it('is named by the journal of changes for what its program did, also once it is deleted', async () => {
    const { id, token } = await buildKey(db, curator.id, ['people-enrol'], 'Расписание')
    const newcomer = await signedIn()
    await call('PUT', `/api/courses/${course.id}/students`, { token, body: { user_ids: [student.id, newcomer.id] } })
    await call('PUT', `/api/courses/${course.id}/students`, { ...curator, body: { user_ids: [student.id] } })
    await call('DELETE', `/api/keys/${id}`, curator)
    const { entries } = (await call('GET', '/api/audit?kind=course-students', curator)).body
    const who = { actor: { id: curator.id } }
    expect(entries.slice(0, 2)).toMatchObject([
      { ...who, program: null },
      { ...who, program: { id, name: 'Расписание' } },
    ])
    const { body: table } = await call('GET', '/api/audit/export?format=csv&kind=course-students', curator)
    expect(table).toContain('ключ «Расписание»')
    expect((await call('GET', '/api/audit/check', curator)).body.check.broken).toBeNull()
  })

  it('ends at once when it is deleted, expires, or its maker may not make one any more', async () => {
    const maker = await signedIn({ role: 'curator' })
    const { id, token } = await buildKey(db, maker.id)
    const setMaker = (values: object) => updateUser(db, maker.id, values)
    expect(await statusOf(token)).toBe(200)
    await setMaker({ rights: ['courses'] })
    expect(await statusOf(token)).toBe(401)
    expect(await list()).toMatchObject([{ works: false }])
    await setMaker({ rights: null, active: false })
    expect(await statusOf(token)).toBe(401)
    await setMaker({ active: true, erase_at: new Date(Date.now() + dayMs).toISOString() })
    expect(await statusOf(token)).toBe(401)
    await setMaker({ erase_at: null, role: 'teacher' })
    expect(await statusOf(token)).toBe(401)
    await setMaker({ role: 'curator' })
    expect(await statusOf(token)).toBe(200)
    await db
      .update(programKeys)
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where(eq(programKeys.id, id))
    expect(await statusOf(token)).toBe(401)
    const other = await buildKey(db, maker.id)
    expect((await call('DELETE', `/api/keys/${other.id}`, curator)).status).toBe(204)
    expect(await statusOf(other.token)).toBe(401)
    expect((await call('DELETE', `/api/keys/${other.id}`, curator)).status).toBe(404)
  })

  it('is made with a fresh password, and with an entry in the journal as it ends', async () => {
    const old = await signedIn({ role: 'curator' })
    await db.execute(sql`update sessions set password_at = now() - interval '16 minutes' where user_id = ${old.id}`)
    expect((await call('POST', '/api/keys', { ...old, body })).body.type).toMatch(/password-needed$/)
    const { key } = (await create()).body
    await call('DELETE', `/api/keys/${key.id}`, curator)
    const { entries } = (await call('GET', '/api/audit', curator)).body
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'key-removed', before: { key: key.id } },
      { kind: 'key-created', object: { name: 'Ключи для программ' }, after: { key: key.id, scopes: key.scopes } },
    ])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ days: 0 }, 'days'],
    [{ days: 366 }, 'days'],
  ])('is not made of %j', async (changed, field) => {
    const { status, body: refusal } = await create(changed)
    expect([status, Object.keys(refusal.errors)]).toEqual([422, [field]])
  })

  it(`is one of max ${maxKeys}`, async () => {
    const made = await Promise.all(Array.from({ length: maxKeys - 1 }, () => buildKey(db, curator.id)))
    expect(made).toHaveLength(maxKeys - 1)
    const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409])
  })
})

it('scopes have calls that exist, each that reads only GET, and none that gives access', () => {
  const all = endpoints.map(({ method, path }) => `${method} ${path}`)
  for (const [scope, { calls }] of Object.entries(keyScopes)) {
    expect(all).toEqual(expect.arrayContaining([...calls]))
    if (scope.endsWith('-read')) expect(calls.filter((each) => !each.startsWith('GET '))).toEqual([])
    for (const each of calls) expect(each).not.toMatch(/\/(auth|keys|sessions|totp|password|export|erasure|audit)/)
  }
})
