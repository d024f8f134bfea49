import { and, desc, eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { defaultSchool, type SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { auditEntries } from '#server/audit/audit.table.ts'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { confirmSecondFactor, setUpSecondFactor } from '#server/auth/second-factor.ts'
import { consents } from '#server/consents/consents.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { type People, startProvider, visitor } from '#server/identities/provider.fixture.ts'
import { securityEntries } from '#server/security/security.table.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { freePort } from '#server/testing/free-port.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { findUser, findUserByEmail } from '#server/users/users.repo.ts'
import { guardians, users } from '#server/users/users.table.ts'

const siteUrl = `http://127.0.0.1:${await freePort()}`
const people: People = {}
const provider = await startProvider(siteUrl, people)
const { app, db, call, config, outbox, runEffects, signedIn } = await testApp({
  env: {
    ...provider.env,
    PUBLIC_URL: siteUrl,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'учителя:teacher,завучи:curator',
  },
})
afterAll(provider.stop)

let count = 0
const known = (claims: Record<string, unknown> = {}) => {
  count += 1
  const login = `person-${count}`
  const email = `${login}@school.example`
  people[login] = { email, email_verified: true, given_name: 'Мария', family_name: 'Орлова', ...claims }
  return { login, email }
}

const signIn = async (login: string) => {
  const { url, key } = (await call('POST', '/api/auth/provider', { body: {} })).body
  const query = await visitor(siteUrl).signIn(url, login)
  return { key, ...(await call('POST', '/api/auth/provider/answer', { body: { key, query } })) }
}
const join = (key: string, more: object = {}) =>
  call('POST', '/api/auth/provider/register', {
    body: { key, name: 'Мария', surname: 'Орлова', consent: true, ...more },
  })

const set = (settings: Partial<SchoolSettings>) => mergeSettings(db, 'school', { ...defaultSchool, ...settings }, null)
afterEach(() => set({}))

describe('a newcomer whom the provider knows', () => {
  it('opens an account with a confirmed address and without a password, having agreed', async () => {
    const { login, email } = known()
    const { body, key } = await signIn(login)
    expect(body).toEqual({
      session: null,
      newcomer: { name: 'Мария', surname: 'Орлова', email, needs_code: false },
    })
    expect(await findUserByEmail(db, email)).toBeNull()
    expect((await join(key, { consent: false })).status).toBe(422)
    const joined = await join(key)
    expect(joined.status).toBe(201)
    expect(joined.body.user).toMatchObject({ email, email_confirmed: true, role: { slug: 'student' } })
    expect(await db.$count(consents, eq(consents.user_id, joined.body.user.id))).toBeGreaterThan(0)
    expect((await join(key)).status).toBe(422)
    expect((await signIn(login)).body.session.user.id).toBe(joined.body.user.id)
  })

  it('opens none where the school opens them itself, nor without the code of a class', async () => {
    const { login, email } = known()
    for (const registration of ['closed', 'invitation'] as const) {
      await set({ registration })
      expect((await signIn(login)).body.type).toMatch(/registration-refused$/)
    }
    await set({ registration: 'code' })
    const { key, body } = await signIn(login)
    expect(body.newcomer.needs_code).toBe(true)
    expect((await join(key)).body.errors.class_code).toHaveLength(1)
    expect(await findUserByEmail(db, email)).toBeNull()
  })

  it('waits for a curator where the school wants that, and has no role until then', async () => {
    await set({ registration_waits: true })
    const { login, email } = known({ groups: ['учителя'] })
    const { key } = await signIn(login)
    const { status, body } = await join(key)
    expect([status, body.access_token]).toEqual([201, null])
    expect((await findUserByEmail(db, email))?.role).toBe('student')
    expect((await signIn(login)).body.type).toMatch(/curator-awaited$/)
    const curator = await signedIn({ role: 'curator' })
    await call('POST', `/api/registrations/${body.user.id}/accept`, { token: curator.token })
    await runEffects()
    const letter = (await readLetters(outbox)).find(({ to }) => to === email)
    expect(letter?.text).toContain(`Нажмите «Войти через ${config.oidc?.name}»`)
    expect(letter?.text).not.toContain('парол')
    expect((await signIn(login)).body.session.user.id).toBe(body.user.id)
  })

  it('opens none too young to agree alone, whatever they say', async () => {
    const { login, email } = known({ birthdate: '2020-05-05' })
    const { key } = await signIn(login)
    expect((await join(key, { birth_date: '1990-05-05' })).body.errors.birth_date).toHaveLength(1)
    expect(await findUserByEmail(db, email)).toBeNull()
  })
})

describe('a role by a claim', () => {
  const audited = (id: number) =>
    db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.object_id, String(id)), eq(auditEntries.kind, 'user-role')))
      .orderBy(desc(auditEntries.id))
  const noted = async (id: number) => {
    await app.securityLog.flush()
    const rows = await db
      .select({ kind: securityEntries.kind })
      .from(securityEntries)
      .where(eq(securityEntries.user_id, id))
      .orderBy(securityEntries.id)
    return rows.map(({ kind }) => kind)
  }

  it('is given at each sign-in, the highest one, and written down', async () => {
    const { login, email } = known({ groups: ['учителя', 'завучи', 'чужие'] })
    await buildUser(db, { role: 'curator' })
    const { id } = await buildUser(db, { email })
    expect((await signIn(login)).body.session.user.role.slug).toBe('curator')
    expect(await noted(id)).toContain('provider-role')
    Object.assign(people[login] as object, { groups: 'учителя' })
    expect((await signIn(login)).body.session.user.role.slug).toBe('teacher')
    Object.assign(people[login] as object, { groups: [] })
    expect((await signIn(login)).body.session.user.role.slug).toBe('student')
    expect((await audited(id)).map(({ actor_id, before, after }) => [actor_id, before.role, after])).toEqual([
      [null, 'teacher', { role: 'student', by_provider: true }],
      [null, 'curator', { role: 'teacher', by_provider: true }],
      [null, 'student', { role: 'curator', by_provider: true }],
    ])
  })

  it('ends what the former role was in: students lead nothing, and the staff takes no courses', async () => {
    const { login, email } = known({ groups: [] })
    const [person, other] = [await buildUser(db, { email, role: 'teacher' }), await buildUser(db, { role: 'teacher' })]
    const course = await buildCourse(db, { teachers: [person.id, other.id] })
    const taken = await buildCourse(db, { teachers: [other.id], students: [person.id] })
    expect((await signIn(login)).body.session.user.role.slug).toBe('student')
    Object.assign(people[login] as object, { groups: 'учителя' })
    const { session } = (await signIn(login)).body
    expect(session.user.role.slug).toBe('teacher')
    const entries = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(10)
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'course-teachers', object_id: String(course.id), actor_id: null }),
        expect.objectContaining({ kind: 'course-students', object_id: String(taken.id), actor_id: null }),
      ]),
    )
    expect((await call('GET', '/api/courses', { token: session.access_token })).body.courses).toEqual([])
  })

  it('lets a child wait for a parent who is a student now', async () => {
    const { login, email } = known({ groups: [] })
    const child = await buildUser(db, { role: 'teacher', email, birth_date: `${new Date().getFullYear() - 10}-01-01` })
    await db.insert(guardians).values({ child_id: child.id, email: 'mother@home.example' })
    for (let time = 0; time < 2; time += 1) {
      expect(await signIn(login)).toMatchObject({ status: 401, body: { type: 'urn:praktika:problem:parent-awaited' } })
      expect(await findUser(db, child.id)).toMatchObject({ role: 'student', awaits_parent_at: expect.any(String) })
    }
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'mother@home.example')
    expect(letters).toMatchObject([{ text: expect.stringContaining('Школа создала для ребёнка учётную запись') }])
  })

  it('takes nothing from anybody without the claim', async () => {
    const { login, email } = known()
    await buildUser(db, { email, role: 'teacher' })
    expect((await signIn(login)).body.session.user.role.slug).toBe('teacher')
  })

  it('never lowers the last curator, nor a teacher without whom a course would have none', async () => {
    const { login, email } = known({ groups: [] })
    const teacher = await buildUser(db, { email, role: 'teacher' })
    await buildCourse(db, { teachers: [teacher.id], status: 'published' })
    expect((await signIn(login)).body.session.user.role.slug).toBe('teacher')
    expect(await noted(teacher.id)).toContain('provider-role-kept')
    const last = known({ groups: [] })
    const curator = await buildUser(db, { email: last.email, role: 'curator' })
    await db
      .update(users)
      .set({ role: 'student' })
      .where(and(eq(users.role, 'curator'), ne(users.id, curator.id)))
    expect((await signIn(last.login)).body.session.user.role.slug).toBe('curator')
    expect((await findUser(db, curator.id))?.role).toBe('curator')
  })

  it('makes a curator who must have a second factor like all others', async () => {
    await set({ second_factor: 'curators' })
    const { login, email } = known({ groups: ['завучи'] })
    await buildUser(db, { email })
    const { session } = (await signIn(login)).body
    expect(session.user.lacks_second_factor).toBe(true)
    const { status, body } = await call('GET', '/api/users', { token: session.access_token })
    expect([status, body.type]).toEqual([403, expect.stringMatching(/second-factor-needed$/)])
  })
})

describe('the second factor of an account', () => {
  it('is asked for after the provider', async () => {
    const { login, email } = known()
    const { id } = await buildUser(db, { email })
    const { secret } = await setUpSecondFactor(db, id, { issuer: 'Практика', label: email })
    await confirmSecondFactor(db, id, { code: codeOf(secret), address: '127.0.0.1' })
    const { status, body, key } = await signIn(login)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['code']])
    const answer = (code: string) => call('POST', '/api/auth/provider/answer', { body: { key, code } })
    expect((await answer('000000')).status).toBe(422)
    expect((await answer(codeOf(secret))).body.session.user.id).toBe(id)
    expect((await answer(codeOf(secret))).body.type).toMatch(/sign-in-expired$/)
  })
})

describe('an old sign-in at the provider', () => {
  it('is not taken over after 30 days, whether or not the provider heeds that it was asked for a younger one', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    const daysAgo = (days: number) => ({ auth_time: Math.floor(Date.now() / 1000) - days * 24 * 60 * 60 })
    provider.state.tamper = daysAgo(31)
    const { status, body } = await signIn(login)
    expect([status, body.type, body.detail]).toEqual([
      expect.any(Number),
      expect.stringMatching(/provider-refused$/),
      expect.stringMatching(/больше 30 дней/),
    ])
    provider.state.tamper = daysAgo(29)
    expect((await signIn(login)).body.session.user.email).toBe(email)
    provider.state.tamper = null
  })
})

describe('a fresh password', () => {
  it('is one that the provider has asked for in the last 15 minutes', async () => {
    const { login, email } = known()
    await buildUser(db, { email, role: 'curator' })
    const other = await buildUser(db)
    const { session } = (await signIn(login)).body
    const look = (token: string) => call('POST', `/api/users/${other.id}/look`, { token })
    expect((await look(session.access_token)).status).toBe(200)
    for (const auth_time of [Math.floor(Date.now() / 1000) - 3600, undefined]) {
      provider.state.tamper = { auth_time }
      const { access_token } = (await signIn(login)).body.session
      expect((await look(access_token)).body.type).toMatch(/password-needed$/)
    }
    provider.state.tamper = null
    const { url } = (await call('POST', '/api/auth/provider', { body: { again: true } })).body
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  })
})
