import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CuratorRight } from '#contract/users/curator-rights.ts'
import { auditEntries } from '#server/audit/audit.table.ts'
import { sessions } from '#server/auth/auth.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()

const limited = (...rights: CuratorRight[]) => signedIn({ role: 'curator', rights })

const rightsOf = async (id: number) =>
  (await db.select({ rights: users.rights }).from(users).where(eq(users.id, id)))[0]?.rights

describe('changing rights', () => {
  test('takes effect at once in sessions that are open', async () => {
    const [boss, person] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'curator' })]
    expect((await call('GET', '/api/users', { token: person.token })).status).toBe(200)
    const changed = await call('PUT', `/api/users/${person.id}`, {
      token: boss.token,
      body: { rights: ['projects', 'courses', 'courses'] },
    })
    expect(changed.body).toMatchObject({ user: { rights: ['courses', 'projects'] } })
    expect((await call('GET', '/api/users', { token: person.token })).status).toBe(403)
    expect((await call('GET', '/api/auth/user', { token: person.token })).body).toMatchObject({
      user: { role: { slug: 'curator' }, rights: ['courses', 'projects'] },
    })
    expect((await call('GET', '/api/projects/reports', { token: person.token })).status).toBe(200)
    await call('PUT', `/api/users/${person.id}`, { token: boss.token, body: { rights: null } })
    expect((await call('GET', '/api/users', { token: person.token })).status).toBe(200)
  })

  test('is in the journal of changes, and the person gets a letter', async () => {
    const [boss, person] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'curator' })]
    await call('PUT', `/api/users/${person.id}`, { token: boss.token, body: { rights: ['people'] } })
    const isAbout = and(eq(auditEntries.kind, 'user-rights'), eq(auditEntries.object_id, String(person.id)))
    const [entry] = await db.select().from(auditEntries).where(isAbout)
    expect(entry).toMatchObject({
      actor_id: boss.id,
      before: { rights: null },
      after: { rights: ['people'] },
    })
    const letters = await db
      .select()
      .from(effects)
      .where(and(eq(effects.kind, 'security-letter'), sql`(${effects.payload}->>'user_id')::int = ${person.id}`))
    expect(letters.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ user_id: person.id, news: 'rights-changed', rights: ['people'] }),
    ])
  })

  test('needs a password given a moment ago; sending the same ones does not', async () => {
    const [boss, person] = [await signedIn({ role: 'curator' }), await limited('people')]
    await db
      .update(sessions)
      .set({ password_at: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.user_id, boss.id))
    const refused = await call('PUT', `/api/users/${person.id}`, { token: boss.token, body: { rights: null } })
    expect(refused).toMatchObject({ status: 403, body: { type: 'urn:praktika:problem:password-needed' } })
    expect(await rightsOf(person.id)).toEqual(['people'])
    const same = await call('PUT', `/api/users/${person.id}`, { token: boss.token, body: { rights: ['people'] } })
    expect(same.status).toBe(200)
    // the same of an address, to which links would go, and of another curator
    const body = { email: `moved-${person.id}@school.example` }
    const moved = await call('PUT', `/api/users/${person.id}`, { token: boss.token, body })
    const made = await call('POST', '/api/users', {
      token: boss.token,
      body: { name: 'Олег', surname: 'Ким', email: `new-${person.id}@school.example`, role: 'curator' },
    })
    for (const { status, body } of [moved, made])
      expect([status, body.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
  })

  test('is refused to oneself, to limited curators, and for people without such a role', async () => {
    const [boss, other] = [await signedIn({ role: 'curator' }), await limited('people', 'courses')]
    const student = await buildUser(db)
    expect(
      await call('PUT', `/api/users/${boss.id}`, { token: boss.token, body: { rights: ['people'] } }),
    ).toMatchObject({ status: 403 })
    expect(await call('PUT', `/api/users/${boss.id}`, { token: other.token, body: { rights: [] } })).toMatchObject({
      status: 403,
    })
    // a limited curator changes no more of their own account than anybody: what they send of their rights does not
    // count
    await call('PUT', `/api/users/${other.id}`, { token: other.token, body: { rights: null, role: 'student' } })
    expect(await rightsOf(other.id)).toEqual(['people', 'courses'])
    expect(
      await call('PUT', `/api/users/${student.id}`, { token: boss.token, body: { rights: ['people'] } }),
    ).toMatchObject({ status: 422, body: { errors: { rights: ['Права бывают только у кураторов.'] } } })
    expect(
      await call('PUT', `/api/users/${other.id}`, { token: boss.token, body: { rights: ['everything'] } }),
    ).toMatchObject({ status: 422 })
    expect(await rightsOf(boss.id)).toBeNull()
  })

  test('is refused with their own role, too, but for sending the same', async () => {
    const [boss] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'curator' })]
    const change = (body: object) => call('PUT', `/api/users/${boss.id}`, { token: boss.token, body })
    expect((await change({ role: 'teacher' })).status).toBe(403)
    expect((await change({ role: 'curator', about: 'Веду курс.' })).status).toBe(200)
  })

  test('ends with the role, and comes with it', async () => {
    const [boss, person] = [await signedIn({ role: 'curator' }), await limited('people')]
    await call('PUT', `/api/users/${person.id}`, { token: boss.token, body: { role: 'teacher' } })
    expect(await rightsOf(person.id)).toBeNull()
    await call('PUT', `/api/users/${person.id}`, {
      token: boss.token,
      body: { role: 'curator', rights: ['organisation'] },
    })
    expect(await rightsOf(person.id)).toEqual(['organisation'])
  })

  test('a new curator may be made with a part of the rights', async () => {
    const boss = await signedIn({ role: 'curator' })
    const made = await call('POST', '/api/users', {
      token: boss.token,
      body: { name: 'Анна', surname: 'Ёлкина', email: 'anna@school.ru', role: 'curator', rights: ['courses'] },
    })
    expect(made).toMatchObject({ status: 201, body: { user: { rights: ['courses'] } } })
  })
})

describe('a curator of people', () => {
  test('changes no account of a curator, and makes none', async () => {
    const [boss, person] = [await signedIn({ role: 'curator' }), await limited('people')]
    const teacher = await buildUser(db, { role: 'teacher' })
    const { token } = person
    const refusals = [
      call('PUT', `/api/users/${boss.id}`, { token, body: { email: 'mine@school.ru' } }),
      call('DELETE', `/api/users/${boss.id}`, { token }),
      call('DELETE', `/api/users/${boss.id}/sessions`, { token }),
      call('DELETE', `/api/users/${boss.id}/totp`, { token, body: { password: 'demo-password' } }),
      call('PUT', `/api/users/${boss.id}/parents`, { token, body: { parents: [] } }),
      call('POST', `/api/users/${boss.id}/erasure`, { token, body: { password: 'demo-password' } }),
      call('PUT', `/api/users/${teacher.id}`, { token, body: { role: 'curator' } }),
      call('POST', '/api/users', {
        token,
        body: { name: 'Анна', surname: 'Ёлкина', email: 'anna@school.ru', role: 'curator' },
      }),
    ]
    for (const refusal of refusals) expect((await refusal).status).toBe(403)
    expect((await call('PUT', `/api/users/${teacher.id}`, { token, body: { role: 'student' } })).status).toBe(200)
  })

  test('takes over no courses: neither by a handover, nor as the successor of the last teacher', async () => {
    const person = await limited('people')
    const teacher = await buildUser(db, { role: 'teacher' })
    const course = await buildCourse(db, { status: 'published', teachers: [teacher.id] })
    const { token, id } = person
    const body = { password: 'demo-password', successor_id: id }
    expect(await call('POST', `/api/users/${teacher.id}/handover`, { token, body: { to: [id] } })).toMatchObject({
      status: 403,
    })
    for (const refused of [
      await call('DELETE', `/api/users/${teacher.id}?successor_id=${id}`, { token }),
      await call('PUT', `/api/users/${teacher.id}`, { token, body: { role: 'student', successor_id: id } }),
      await call('POST', `/api/users/${teacher.id}/erasure`, { token, body }),
    ])
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['successor_id']])
    expect((await call('GET', `/api/courses/${course.id}`, { token })).status).toBe(404)
    const colleague = await buildUser(db, { role: 'teacher' })
    const off = await call('DELETE', `/api/users/${teacher.id}?successor_id=${colleague.id}`, { token })
    expect(off.status).toBe(204)
  })

  test('sees their own courses as a teacher does, and no others', async () => {
    const person = await limited('people')
    const own = await buildCourse(db, { teachers: [person.id] })
    const other = await buildCourse(db)
    const { body } = await call('GET', '/api/courses', { token: person.token })
    expect(body.courses.map(({ id }: { id: number }) => id)).toEqual([own.id])
    expect((await call('GET', `/api/courses/${other.id}`, { token: person.token })).status).toBe(404)
    expect((await call('PUT', `/api/courses/${own.id}`, { token: person.token, body: { name: 'Наш' } })).status).toBe(
      200,
    )
    expect((await call('GET', '/api/auth/user', { token: person.token })).body).toMatchObject({
      user: { courses: { [own.id]: 'Наш' } },
    })
  })
})

test('a curator of people and courses hands over for teachers, and not for curators', async () => {
  const { token } = await limited('people', 'courses')
  const [teacher, boss] = [await buildUser(db, { role: 'teacher' }), await signedIn({ role: 'curator' })]
  const colleague = await buildUser(db, { role: 'teacher' })
  for (const { id } of [teacher, boss]) await buildCourse(db, { teachers: [id] })
  const handOver = (id: number, by: string) =>
    call('POST', `/api/users/${id}/handover`, { token: by, body: { to: [colleague.id] } })
  expect([(await handOver(teacher.id, token)).status, (await handOver(boss.id, token)).status]).toEqual([200, 403])
  const { body } = await handOver(boss.id, boss.token)
  const undo = (by: string) => call('POST', `/api/handovers/${body.handover.id}/undo`, { token: by })
  expect([(await undo(token)).status, (await undo(boss.token)).status]).toEqual([403, 200])
})

test('a curator without any right sees no more of the school than a teacher', async () => {
  const { token } = await limited()
  for (const path of ['/api/users', '/api/audit', '/api/consents', '/api/organisation/overview', '/api/new-years'])
    expect({ path, status: (await call('GET', path, { token })).status }).toEqual({ path, status: 403 })
  expect((await call('GET', '/api/tasks', { token })).body).toMatchObject({ tasks: [] })
})

describe('the last curator with all rights', () => {
  beforeEach(() => empty(db, 'users'))

  test('stays, however many limited ones there are', async () => {
    const boss = await signedIn({ role: 'curator' })
    await limited('people')
    const gone = await call('DELETE', `/api/users/${boss.id}`, { token: boss.token })
    expect(gone).toMatchObject({ status: 409 })
    expect(await call('PUT', `/api/users/${boss.id}`, { token: boss.token, body: { role: 'teacher' } })).toMatchObject({
      status: 409,
    })
  })

  test('of two who limit each other at once, one is left', async () => {
    const [one, two] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'curator' })]
    const answers = await Promise.all([
      call('PUT', `/api/users/${two.id}`, { token: one.token, body: { rights: [] } }),
      call('PUT', `/api/users/${one.id}`, { token: two.token, body: { rights: [] } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await rightsOf(one.id), await rightsOf(two.id)].filter((rights) => rights === null)).toHaveLength(1)
  })
})
