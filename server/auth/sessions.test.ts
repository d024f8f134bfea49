import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { sessions } from '#server/auth/auth.table.ts'
import { consents } from '#server/consents/consents.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { hashToken } from '#server/http/session.ts'
import { buildNotification } from '#server/notifications/notifications.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { hold } from '#server/testing/locks.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'

const { db, call, signedIn } = await testApp()

const form = (values: object = {}) => ({
  name: '  Анна ',
  surname: 'Ким',
  email: `anna-${Math.random()}@school.example`,
  password: 'надёжный пароль',
  consent: true,
  ...values,
})
const register = (body: unknown) => call('POST', '/api/auth/register', { body })
const login = (email: unknown, password: unknown = demoPassword) =>
  call('POST', '/api/auth/login', { body: { email, password } })
const me = (token: string) => call('GET', '/api/auth/user', { token })
/** Resolves once this many calls have passed the sign-in and the rights. */
const letIn = (count: number) => {
  const channel = 'tracing:fastify.request.handler:start'
  const { promise, resolve } = Promise.withResolvers<void>()
  let seen = 0
  const onStart = () => {
    seen += 1
    if (seen < count) return
    unsubscribe(channel, onStart)
    resolve()
  }
  subscribe(channel, onStart)
  return promise
}
const yearsAgo = (years: number, days = 0) => {
  // ages are counted in Moscow, where a day begins three hours earlier
  const date = new Date(Date.now() + 3 * hourMs)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

describe('POST /api/auth/register', () => {
  it('opens a student’s account and signs in', async () => {
    const sent = form({ role: 'curator', active: false, email: 'Anna@School.Example ' })
    const { status, body } = await register(sent)
    expect(status).toBe(201)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.any(Number),
        name: 'Анна',
        surname: 'Ким',
        email: 'anna@school.example',
        email_confirmed: false,
        role: { slug: 'student', name: 'Студент' },
        avatar: null,
        courses: {},
        erase_at: null,
        lacks_second_factor: false,
        looker: null,
        notifications: { unread: 0, data: [] },
        rights: null,
        waiting_tasks: 0,
      },
    })
    expect((await me(body.access_token)).body.user).toEqual(body.user)
    expect((await login('anna@school.example', sent.password)).status).toBe(200)
  })

  it('journals the consents with the versions in force', async () => {
    await db.execute(sql`insert into document_versions (slug, version, content) values ('personal-data', 7, 'Текст')`)
    const { body } = await register(form())
    const rows = await db.select().from(consents).where(sql`user_id = ${body.user.id}`)
    expect(rows).toMatchObject([{ document: 'personal-data', version: 7, address: '127.0.0.1' }])
    expect(Date.now() - Date.parse(rows[0]?.given_at as string)).toBeLessThan(60_000)
  })

  it('is refused to somebody who was shown another text than the one in force, and opens nothing then', async () => {
    await db.execute(sql`insert into document_versions (slug, version, content) values ('personal-data', 8, 'Новый')`)
    const sent = form({ consent_version: 7 })
    const { status, body } = await register(sent)
    expect([status, body.type]).toEqual([409, 'urn:praktika:problem:conflict'])
    expect((await login(sent.email, sent.password)).status).toBe(401)
    const again = await register({ ...sent, consent_version: 8 })
    expect(again.status).toBe(201)
    const rows = await db.select().from(consents).where(sql`user_id = ${again.body.user.id}`)
    expect(rows).toMatchObject([{ document: 'personal-data', version: 8 }])
  })

  it('refuses a taken address, however it is spelled', async () => {
    await register(form({ email: 'taken@school.example' }))
    for (const email of ['taken@school.example', ' TAKEN@School.example ']) {
      const { status, body } = await register(form({ email }))
      expect(status).toBe(422)
      expect(body.errors.email).toEqual([expect.stringContaining('уже есть учётная запись')])
    }
    const email = 'race@school.example'
    const responses = await Promise.all(Array.from({ length: 5 }, () => register(form({ email }))))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
  })

  it.each<[string, object]>([
    ['consent', { consent: false }],
    ['consent', { consent: 'true' }],
    ['consent', { consent: undefined }],
    ['name', { name: '   ' }],
    ['surname', { surname: 'я'.repeat(101) }],
    ['email', { email: 'не почта' }],
    ['email', { email: ['a@school.example'] }],
    ['password', { password: '1234567' }],
    ['password', { password: 'x'.repeat(201) }],
    ['birth_date', { birth_date: yearsAgo(14, 1) }],
    ['birth_date', { birth_date: yearsAgo(-1) }],
    ['birth_date', { birth_date: '2001-02-30' }],
    ['birth_date', { birth_date: '1001-02-03' }],
  ])('refuses a bad %s: %j', async (field, values) => {
    const { status, body } = await register(form(values))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(body.errors[field][0]).toMatch(/[а-яё]/i)
  })

  it('accepts people from 14 on', async () => {
    expect((await register(form({ birth_date: yearsAgo(14) }))).status).toBe(201)
  })
})

describe('POST /api/auth/login', () => {
  it('returns the user and a token, whatever the case of the address', async () => {
    const { email } = await buildUser(db, { email: 'boris@school.example' })
    for (const spelled of [email, ' BORIS@school.example ']) {
      const { status, body } = await login(spelled)
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['access_token', 'user'])
      expect((await me(body.access_token)).body).toEqual({ user: body.user })
    }
  })

  it('returns the same for a wrong password and for an unknown address', async () => {
    const { email } = await buildUser(db)
    const wrong = await login(email, 'не тот')
    const unknown = await login('nobody@school.example')
    const invited = await login((await buildUser(db, { password_hash: null })).email)
    expect([wrong.status, unknown.status, invited.status]).toEqual([401, 401, 401])
    expect(unknown.body).toEqual(wrong.body)
    expect(invited.body).toEqual(wrong.body)
  })

  it('reveals that an account is deactivated only with its password', async () => {
    const { email } = await buildUser(db, { active: false })
    expect((await login(email)).status).toBe(403)
    expect((await login(email, 'не тот')).status).toBe(401)
  })

  it('refuses an invalid form', async () => {
    for (const body of [null, [], 'слово', 5, {}, { email: {}, password: [] }, { email: 'a@b.ru', password: '' }]) {
      expect((await call('POST', '/api/auth/login', { body })).status).toBe(422)
    }
  })
})

describe('GET /api/auth/user', () => {
  it('returns a student’s published courses, a teacher’s own, none for a curator, and 30 notifications', async () => {
    const [student, teacher, curator] = await Promise.all([
      signedIn(),
      signedIn({ role: 'teacher' }),
      signedIn({ role: 'curator' }),
    ])
    const parts = { students: [student.id], teachers: [teacher.id, curator.id] }
    const open = await buildCourse(db, { ...parts, name: 'Открытый' })
    const draft = await buildCourse(db, { ...parts, name: 'Черновик', status: 'draft' })
    const archived = await buildCourse(db, { ...parts, name: 'В архиве', status: 'archived' })
    await buildCourse(db, { ...parts, deleted_at: new Date().toISOString() })
    await buildCourse(db)
    for (let i = 0; i < 31; i++) await buildNotification(db, { user_id: student.id, title: `№ ${i}` })

    const { user } = (await me(student.token)).body
    expect(user.courses).toEqual({ [open.id]: 'Открытый' })
    expect(user.notifications.unread).toBe(31)
    expect(user.notifications.data).toHaveLength(30)
    expect(user.notifications.data[0].data.title).toBe('№ 30')
    expect((await me(teacher.token)).body.user.courses).toEqual({
      [open.id]: 'Открытый',
      [draft.id]: 'Черновик',
      [archived.id]: 'В архиве',
    })
    expect((await me(curator.token)).body.user.courses).toEqual({})
  })

  it('returns 401 for every invalid token', async () => {
    const { token } = await signedIn()
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`]) {
      expect((await call('GET', '/api/auth/user', { headers: { authorization } })).status).toBe(401)
    }
    expect((await call('GET', `/api/auth/user?access_token=${token}`)).status).toBe(401)
  })
})

describe('a session', () => {
  const set = (token: string, values: Record<string, string>) =>
    Promise.all(
      Object.entries(values).map(([column, age]) =>
        db.execute(sql`update sessions set ${sql.identifier(column)} = now() + ${age}::interval
          where token_hash = ${hashToken(token)}`),
      ),
    )
  const daysLeft = async (token: string) => {
    const [row] = await db
      .select()
      .from(sessions)
      .where(sql`token_hash = ${hashToken(token)}`)
    return Math.round((Date.parse(row?.expires_at as string) - Date.now()) / dayMs)
  }

  it('keeps its token only as a hash', async () => {
    const { body } = await register(form())
    const token: string = body.access_token
    const { rows: columns } = await db.execute(sql`select table_name, column_name from information_schema.columns
      where table_schema = 'public'`)
    for (const { table_name, column_name } of columns as Record<string, string>[]) {
      const cell = sql`${sql.identifier(column_name as string)}`
      const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table_name as string)}
        where position(${token} in ${cell}::text) > 0
        or position(encode(${token}::bytea, 'hex') in ${cell}::text) > 0`)
      expect([table_name, column_name, rows.length]).toEqual([table_name, column_name, 0])
    }
  })

  it('lasts 30 days after its last use', async () => {
    const { token } = await signedIn()
    expect(await daysLeft(token)).toBe(30)
    await set(token, { used_at: '-20 days', expires_at: '10 days' })
    expect((await me(token)).status).toBe(200)
    expect(await daysLeft(token)).toBe(30)
    await set(token, { expires_at: '-1 second' })
    expect((await me(token)).status).toBe(401)
  })

  it('lasts 180 days at most', async () => {
    const { token } = await signedIn()
    await set(token, { created_at: '-175 days', used_at: '-2 hours', expires_at: '5 days' })
    expect((await me(token)).status).toBe(200)
    expect(await daysLeft(token)).toBe(5)
  })

  it('ends alone on logout', async () => {
    const { user, token } = await signedIn()
    const other = await signInAs(db, user)
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(204)
    expect((await me(token)).status).toBe(401)
    expect((await me(other)).status).toBe(200)
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(401)
  })

  it('ends by the hash of its token, which a device keeps that signed out without a network', async () => {
    const [{ token }, other] = [await signedIn(), await signedIn()]
    const end = (...fingerprints: string[]) => call('POST', '/api/auth/logout/forgotten', { body: { fingerprints } })
    expect((await end(token)).status).toBe(422)
    expect((await me(token)).status).toBe(200)
    expect((await end('0'.repeat(64), hashToken(token).toString('hex'))).status).toBe(204)
    expect([(await me(token)).status, (await me(other.token)).status]).toEqual([401, 200])
    expect((await end(hashToken(token).toString('hex'))).status).toBe(204)
  })

  it('renews a hash of weaker parameters, also when the person signs in twice at the same moment', async () => {
    const weak = await hash(demoPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const { id, email } = await buildUser(db, { password_hash: weak })
    const signIn = async () =>
      (await call('POST', '/api/auth/login', { body: { email, password: demoPassword } })).status
    const hashNow = async () => (await findUser(db, id))?.password_hash
    expect(await Promise.all([signIn(), signIn()])).toEqual([200, 200])
    const renewed = await hashNow()
    expect([renewed === weak, renewed?.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')]).toEqual([false, true])
    expect([await signIn(), await hashNow()]).toEqual([200, renewed])
  })

  it('survives a refused second change by the same old password', async () => {
    const { id, token, user } = await signedIn()
    const other = await signInAs(db, user)
    const change = (by: string, password: string) =>
      call('PUT', `/api/users/${id}/password`, { token: by, body: { current_password: demoPassword, password } })
    // neither ends before both are let in: a change ends the other sessions
    const release = await hold(db, sql`select id from users where id = ${id} for update`)
    const bothIn = letIn(2)
    const changes = [change(token, 'первый пароль'), change(other, 'второй пароль')]
    await bothIn
    await release()
    const responses = await Promise.all(changes)
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 422])
    const alive = await Promise.all([me(token), me(other)])
    expect(alive.map(({ status }) => status)).toEqual(responses.map(({ status }) => (status === 204 ? 200 : 401)))
  })

  it('ends on a change of the password, except the one that made it', async () => {
    const { user, id, token } = await signedIn()
    const others = [await signInAs(db, user), await signInAs(db, user)]
    const stranger = await signedIn()
    const change = (body: object) => call('PUT', `/api/users/${id}/password`, { token, body })
    const wrong = await change({ current_password: 'не тот', password: 'новый пароль' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']])
    expect((await change({ current_password: demoPassword, password: 'мало' })).status).toBe(422)
    expect((await me(others[0] as string)).status).toBe(200)
    expect((await change({ current_password: demoPassword, password: 'новый пароль' })).status).toBe(204)
    expect((await me(token)).status).toBe(200)
    for (const other of others) expect((await me(other)).status).toBe(401)
    expect((await me(stranger.token)).status).toBe(200)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, 'новый пароль')).status).toBe(200)
  })
})
