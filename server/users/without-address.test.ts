import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { addGuardian, listGuardians } from '#server/users/guardians.repo.ts'
import { buildChild, buildUser, demoPassword } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'

const { db, call, signedIn } = await testApp()

let curator: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  curator = await signedIn({ role: 'curator' })
})

const year = (age: number) => new Date().getUTCFullYear() - age
const asCurator = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(method, path, { token: curator.token, ...(body && { body }) })
const signIn = (email: string, password = demoPassword) =>
  call('POST', '/api/auth/login', { body: { email, password } })

describe('an account without an address', () => {
  it('is made with a login, in lower case, and the other fields of a person', async () => {
    const { status, body } = await asCurator('POST', '/api/users', {
      name: 'Мария',
      surname: 'Иванова',
      patronymic: 'Петровна',
      own_number: 'Л-17',
      role: 'student',
      login: ' Ivanova.Maria ',
      birth_date: `${year(15)}-01-01`,
      email: '',
      parent_name: 'Пётр Иванов',
      parent_email: 'Petr@home.example',
    })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      login: 'ivanova.maria',
      email: null,
      patronymic: 'Петровна',
      own_number: 'Л-17',
      birth_date: `${year(15)}-01-01`,
      awaits_parent_at: null,
    })
    expect(await listGuardians(db, body.user.id)).toEqual([{ name: 'Пётр Иванов', email: 'petr@home.example' }])
  })

  it('needs a login, one of its own', async () => {
    const form = { name: 'Анна', surname: 'Ильина', role: 'student' }
    const neither = await asCurator('POST', '/api/users', form)
    expect([neither.status, Object.keys(neither.body.errors)]).toEqual([422, ['email']])
    // named beside what else is missing
    const { body: empty } = await asCurator('POST', '/api/users', {})
    expect(Object.keys(empty.errors).sort()).toEqual(['email', 'name', 'role', 'surname'])
    await buildChild(db, { login: 'taken' })
    const taken = await asCurator('POST', '/api/users', { ...form, login: 'Taken' })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['login']])
    const address = await asCurator('POST', '/api/users', { ...form, login: 'anna@school.example' })
    expect([address.status, Object.keys(address.body.errors)]).toEqual([422, ['login']])
  })

  it('is signed in to by its login', async () => {
    await buildChild(db, { login: 'kostya' })
    const { status, body } = await signIn(' Kostya ')
    expect([status, body.user.email]).toEqual([200, null])
    expect((await signIn('kostya', 'wrong')).status).toBe(401)
  })

  it('keeps one of both when two curators remove them at once', async () => {
    for (let time = 0; time < 3; time++) {
      const { id } = await buildUser(db, { login: `both.${time}` })
      const change = (body: object) => asCurator('PUT', `/api/users/${id}`, body)
      const changed = await Promise.all([change({ email: '' }), change({ login: '' })])
      expect(changed.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })

  it('keeps a login or an address when a curator changes it', async () => {
    const child = await buildChild(db, { login: 'without.both' })
    const other = await buildChild(db, { login: 'another' })
    const path = `/api/users/${child.id}`
    const none = await asCurator('PUT', path, { login: '' })
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['email']])
    const taken = await asCurator('PUT', path, { login: other.login })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['login']])
    const changed = await asCurator('PUT', path, { login: '', email: 'child@school.example', patronymic: 'Ильич' })
    expect(changed.body.user).toMatchObject({ login: null, email: 'child@school.example', patronymic: 'Ильич' })
  })

  test('letters go to a parent, and nowhere without one', async () => {
    const child = await buildChild(db, { login: 'letters', name: 'Ия' })
    expect(await findRecipient(db, child)).toBeNull()
    await addGuardian(db, child.id, { name: 'Мать', email: null })
    await addGuardian(db, child.id, { name: 'Отец', email: 'father@home.example' })
    expect(await findRecipient(db, child)).toMatchObject({ to: 'father@home.example' })
    expect(await findRecipient(db, { ...child, active: false })).toBeNull()
    const adult = await buildUser(db)
    expect(await findRecipient(db, adult)).toEqual({ to: adult.email, preface: [] })
    expect(await findRecipient(db, { ...adult, email_confirmed_at: null })).toBeNull()
  })
})

test('the fields of a person are for the person, curators and leaders of the class', async () => {
  const [leader, stranger, person] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ patronymic: 'Ильич', own_number: '7', birth_date: '2001-02-03' }),
  ])
  await buildCohort(db, { by: curator.user, leaders: [leader.id], students: [person.id] })
  const seenBy = async (token?: string) => {
    const { body } = await call('GET', `/api/users/${person.id}`, token ? { token } : {})
    return ['patronymic', 'own_number', 'login', 'birth_date'].filter((field) => field in body.user).length
  }
  expect(await seenBy(person.token)).toBe(4)
  expect(await seenBy(curator.token)).toBe(4)
  expect(await seenBy(leader.token)).toBe(4)
  expect(await seenBy(stranger.token)).toBe(0)
  expect(await seenBy()).toBe(0)
  await call('PUT', `/api/users/${person.id}`, { token: person.token, body: { patronymic: 'Другой', login: 'mine' } })
  expect((await asCurator('GET', `/api/users/${person.id}`)).body.user).toMatchObject({
    patronymic: 'Ильич',
    login: null,
  })
})

test('a child too young to agree alone cannot sign in before a parent has agreed', async () => {
  const { body } = await asCurator('POST', '/api/users', {
    name: 'Лев',
    surname: 'Ким',
    role: 'student',
    login: 'lev.kim',
    birth_date: `${year(9)}-01-01`,
  })
  expect(body.user.awaits_parent_at).not.toBeNull()
  const child = await buildChild(db, { login: 'young', awaits_parent_at: new Date().toISOString() })
  const refused = await signIn('young')
  expect([refused.status, refused.body.type]).toEqual([401, 'urn:praktika:problem:parent-awaited'])
  expect(await findRecipient(db, child)).toBeNull()
})

test('a new password ends sessions, and works at once', async () => {
  const child = await buildChild(db, { login: 'new.password' })
  const before = (await signIn('new.password')).body.access_token
  const { status, body } = await asCurator('POST', '/api/users/passwords', { user_ids: [child.id] })
  expect([status, body.slips[0].login]).toEqual([200, 'new.password'])
  expect(body.slips[0].password).toMatch(/^[a-hjkmnp-z2-9]{10}$/)
  expect((await call('GET', '/api/auth/user', { token: before })).status).toBe(401)
  expect((await signIn('new.password')).status).toBe(401)
  expect((await signIn('new.password', body.slips[0].password)).status).toBe(200)
  const adult = await buildUser(db)
  expect((await asCurator('POST', '/api/users/passwords', { user_ids: [child.id, adult.id] })).status).toBe(403)
  expect((await signIn('new.password', body.slips[0].password)).status).toBe(200)
})

test('who has no address is not invited, and only a curator is not given a password either', async () => {
  const child = await buildChild(db, { login: 'uninvited', password_hash: null })
  const colleague = await buildChild(db, { login: 'colleague', password_hash: null, role: 'curator' })
  const { body } = await asCurator('POST', '/api/users/bulk', { act: 'invite', user_ids: [child.id, colleague.id] })
  expect(body.refused.map(({ detail }: { detail: string }) => detail)).toEqual([
    'Почты нет: выдайте пароль на бумаге.',
    'Почты нет: сначала впишите её.',
  ])
  expect((await asCurator('POST', '/api/users/passwords', { user_ids: [child.id] })).status).toBe(200)
  expect((await asCurator('POST', '/api/users/passwords', { user_ids: [colleague.id] })).status).toBe(403)
})

test('a new password is given to nobody who may not get one any more by the time it is hashed', async () => {
  for (const [name, change, refused] of [
    ['promoted', sql`role = 'curator'`, 403],
    ['addressed', sql`email = 'addressed@school.example'`, 403],
    ['off', sql`active = false`, 404],
  ] as const) {
    const child = await buildChild(db, { login: `${name}.meanwhile` })
    const other = await buildChild(db, { login: `not.${name}` })
    const end = await hold(db, sql`update users set ${change} where id = ${child.id}`)
    const given = asCurator('POST', '/api/users/passwords', { user_ids: [child.id, other.id] })
    await expect.poll(() => countWaiting(db)).toBe(1)
    await end()
    expect((await given).status).toBe(refused)
    for (const { id, password_hash } of [child, other])
      expect((await findUser(db, id))?.password_hash).toBe(password_hash)
  }
})
