import { describe, expect, it } from 'vitest'
import { throttleHits } from '#server/auth/auth.table.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

const { db, call, app, signedIn } = await testApp()
const proxied = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })

const login = (email: string, password = demoPassword, address?: string) =>
  call('POST', '/api/auth/login', {
    body: { email, password },
    ...(address ? { headers: { 'x-forwarded-for': address } } : {}),
  })
const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))
const hits = (key: string, count: number, minutesAgo: number) =>
  db
    .insert(throttleHits)
    .values(
      Array.from({ length: count }, () => ({ key, at: new Date(Date.now() - minutesAgo * 60_000).toISOString() })),
    )

const expectTooMany = ({ status, body, headers }: Awaited<ReturnType<typeof call>>, window: number) => {
  expect(status).toBe(429)
  expect(body).toMatchObject({ type: 'urn:praktika:problem:too-many', status: 429 })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(window)
}

describe('signing in', () => {
  it('is closed for an account after 10 wrong passwords, for the right one too', async () => {
    const { email } = await buildUser(db)
    for (let i = 0; i < 10; i++) expect((await login(email, 'не тот')).status).toBe(401)
    const right = await login(email)
    expectTooMany(right, 900)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
    expectTooMany(await login(` ${email.toUpperCase()} `), 900)
    expect((await login((await buildUser(db)).email)).status).toBe(200)
  })

  it('opens again 15 minutes after the first of them', async () => {
    const { email } = await buildUser(db)
    await hits(`sign-in:account:${email}`, 9, 16)
    await hits(`sign-in:account:${email}`, 9, 10)
    expect((await login(email, 'не тот')).status).toBe(401)
    const { headers } = await login(email)
    expect(Number(headers['retry-after'])).toBeGreaterThan(280)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
  })

  it('lets no more than 10 of many simultaneous guesses reach the password', async () => {
    const { email } = await buildUser(db)
    const answers = await times(20, () => login(email, 'не тот'))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('counts no success, one after another or at once', async () => {
    const { email } = await buildUser(db)
    for (let i = 0; i < 9; i++) await login(email, 'не тот')
    expect((await times(20, () => login(email))).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await login(email, 'не тот')).status).toBe(401)
    expect((await login(email)).status).toBe(429)
  })

  it('hides behind the limit whether there is such an account', async () => {
    const email = 'nobody@school.example'
    for (let i = 0; i < 10; i++) expect((await login(email)).status).toBe(401)
    expect((await login(email)).status).toBe(429)
  })
})

describe('300 failures from one address', () => {
  it('close signing in from there, whoever it is', async () => {
    const { email } = await proxied.signedIn().then(({ user }) => user)
    const from = (address: string) =>
      proxied.call('POST', '/api/auth/login', {
        body: { email, password: demoPassword },
        headers: { 'x-forwarded-for': address },
      })
    await proxied.db
      .insert(throttleHits)
      .values(Array.from({ length: 300 }, () => ({ key: 'sign-in:address:203.0.113.5', at: new Date().toISOString() })))
    expectTooMany(await from('203.0.113.5'), 900)
    expect((await from('203.0.113.6')).status).toBe(200)
    // what the visitor says of itself is not believed, only what the proxy in front added last
    expect((await from('203.0.113.6, 203.0.113.5')).status).toBe(429)
    expect((await from('203.0.113.5, 203.0.113.6')).status).toBe(200)
  })

  it('are not blamed on whom X-Forwarded-For names when no proxy stands in front', async () => {
    const { email } = await buildUser(db)
    await hits('sign-in:address:203.0.113.5', 300, 0)
    expect((await login(email, demoPassword, '203.0.113.5')).status).toBe(200)
    await login(email, 'не тот', '203.0.113.77')
    const rows = await db.select().from(throttleHits)
    expect(rows.some(({ key }) => key.includes('203.0.113.77'))).toBe(false)
    expect(rows.some(({ key }) => key === 'sign-in:address:127.0.0.1')).toBe(true)
  })

  it('nor when somebody else than this machine’s proxy sends it', async () => {
    const { user } = await proxied.signedIn()
    const answer = await proxied.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.9',
      headers: { 'x-forwarded-for': '203.0.113.5' },
      payload: { email: user.email, password: demoPassword },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('other limits', () => {
  const registration = (i: number | string) => ({
    name: 'Анна',
    surname: 'Ким',
    email: `new-${i}@school.example`,
    password: 'надёжный пароль',
    consent: true,
  })
  const register = async (i: number | string, remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/api/auth/register', remoteAddress, payload: registration(i) }))
      .statusCode

  it('100 registrations an hour from one address', async () => {
    await hits('registration:address:198.51.100.1', 50, 61)
    await hits('registration:address:198.51.100.1', 99, 59)
    expect(await register(1, '198.51.100.1')).toBe(201)
    expect(await register(2, '198.51.100.1')).toBe(429)
    expect(await register(2, '198.51.100.2')).toBe(201)
  })

  it('of which those with a taken address are some', async () => {
    await hits('registration:address:198.51.100.3', 99, 5)
    expect(await register(1, '198.51.100.3')).toBe(422)
    expect(await register(3, '198.51.100.3')).toBe(429)
  })

  it('5 forgotten passwords an hour for one account, known or not', async () => {
    const { email } = await buildUser(db)
    for (const address of [email, 'nobody-2@school.example']) {
      const forgot = () => call('POST', '/api/auth/forgot-password', { body: { email: address } })
      const answers = await times(6, forgot)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429])
      expectTooMany(await forgot(), 3600)
    }
  })

  it('10 wrong guesses of the current password', async () => {
    const { id, token } = await signedIn()
    const change = (current_password: string) =>
      call('PUT', `/api/users/${id}/password`, { token, body: { current_password, password: 'новый пароль' } })
    const answers = await times(12, () => change('не тот'))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expectTooMany(await change(demoPassword), 900)
  })
})
