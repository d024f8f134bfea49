import { describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
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
      Array.from({ length: count }, () => ({ key, at: new Date(Date.now() - minutesAgo * minuteMs).toISOString() })),
    )

const expectTooMany = ({ status, body, headers }: Awaited<ReturnType<typeof call>>, window: number) => {
  expect(status).toBe(429)
  expect(body).toMatchObject({ type: 'urn:praktika:problem:too-many', status: 429 })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(window)
}

const wrong = 'не тот'
const loginFrom = (address: string, email: string, password = demoPassword) =>
  proxied.call('POST', '/api/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } })
const proxiedHits = (key: string, count: number) =>
  proxied.db.insert(throttleHits).values(Array.from({ length: count }, () => ({ key, at: new Date().toISOString() })))
const countedKeys = async () => (await proxied.db.select().from(throttleHits)).map(({ key }) => key)

describe('signing in', () => {
  it('is blocked for an account after 10 wrong passwords, even with the right one', async () => {
    const { email } = await buildUser(db)
    for (let i = 0; i < 10; i++) expect((await login(email, wrong)).status).toBe(401)
    const right = await login(email)
    expectTooMany(right, 900)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
    expectTooMany(await login(` ${email.toUpperCase()} `), 900)
    expect((await login((await buildUser(db)).email)).status).toBe(200)
  })

  it('is blocked for an account whether its address or its login is typed', async () => {
    const { email } = await buildUser(db, { login: 'guessed.by.both' })
    for (let i = 0; i < 10; i++) {
      expect((await login(i % 2 === 0 ? email : 'Guessed.By.Both', wrong)).status).toBe(401)
    }
    expectTooMany(await login(email), 900)
    expectTooMany(await login('guessed.by.both'), 900)
  })

  it('is blocked only for the network that guessed', async () => {
    const { email } = await buildUser(proxied.db)
    for (let i = 0; i < 10; i++) expect((await loginFrom('203.0.113.40', email, wrong)).status).toBe(401)
    expect((await loginFrom('203.0.113.40', email)).status).toBe(429)
    expect((await loginFrom('203.0.113.41', email)).status).toBe(200)
    expect((await loginFrom('203.0.113.40', (await buildUser(proxied.db)).email)).status).toBe(200)
  })

  it('counts an IPv6 address by its /64, and an IPv4 address written as IPv6 as itself', async () => {
    const { email } = await buildUser(proxied.db)
    for (let i = 0; i < 10; i++) {
      expect((await loginFrom(`2001:db8:0:7::${i}`, email, wrong)).status).toBe(401)
    }
    expect((await loginFrom('2001:DB8:0:7:ffff:ffff:ffff:ffff', email)).status).toBe(429)
    expect((await loginFrom('2001:db8:0:8::1', email)).status).toBe(200)
    for (let i = 0; i < 10; i++) await loginFrom(i % 2 ? '::ffff:203.0.113.42' : '203.0.113.42', email, wrong)
    expect((await loginFrom('::ffff:cb00:712a', email)).status).toBe(429)
    expect(await countedKeys()).toContain(`wrong-password:2001:db8:0:7::/64:account:${email}`)
  })

  it('is possible again 15 minutes after the first of them', async () => {
    const { email } = await buildUser(db)
    await hits(`wrong-password:127.0.0.1:account:${email}`, 9, 16)
    await hits(`wrong-password:127.0.0.1:account:${email}`, 9, 10)
    expect((await login(email, wrong)).status).toBe(401)
    const { headers } = await login(email)
    expect(Number(headers['retry-after'])).toBeGreaterThan(280)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
  })

  it('checks at most 10 of many simultaneous guesses', async () => {
    const { email } = await buildUser(db)
    const responses = await times(20, () => login(email, wrong))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('counts no success, one after another or at once', async () => {
    const { email } = await buildUser(db)
    for (let i = 0; i < 9; i++) await login(email, wrong)
    expect((await times(20, () => login(email))).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await login(email, wrong)).status).toBe(401)
    expect((await login(email)).status).toBe(429)
  })

  it('does not reveal behind the limit whether the account exists', async () => {
    const email = 'nobody@school.example'
    for (let i = 0; i < 10; i++) expect((await login(email)).status).toBe(401)
    expect((await login(email)).status).toBe(429)
  })
})

describe('300 failures from one network', () => {
  it('block signing in from there for everybody', async () => {
    const { email } = await proxied.signedIn().then(({ user }) => user)
    await proxiedHits('wrong-password:203.0.113.5', 300)
    expectTooMany(await loginFrom('203.0.113.5', email), 900)
    expect((await loginFrom('203.0.113.6', email)).status).toBe(200)
    // the address that the visitor claims is not trusted, only the one that the proxy in front added last
    expect((await loginFrom('203.0.113.6, 203.0.113.5', email)).status).toBe(429)
    expect((await loginFrom('203.0.113.5, 203.0.113.6', email)).status).toBe(200)
  })

  it('cannot be exceeded by simultaneous guesses at many accounts', async () => {
    await proxiedHits('wrong-password:203.0.113.7', 295)
    const responses = await times(20, (i) => loginFrom('203.0.113.7', `nobody-${i}@school.example`))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('do not include successes, however many arrive at once', async () => {
    await proxiedHits('wrong-password:203.0.113.8', 290)
    const people = await times(30, () => buildUser(proxied.db))
    const responses = await times(30, (i) => loginFrom('203.0.113.8', people[i]?.email ?? ''))
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  it('are not counted against the address in X-Forwarded-For when there is no proxy in front', async () => {
    const { email } = await buildUser(db)
    await hits('wrong-password:203.0.113.5', 300, 0)
    expect((await login(email, demoPassword, '203.0.113.5')).status).toBe(200)
    await login(email, wrong, '203.0.113.77')
    const rows = await db.select().from(throttleHits)
    expect(rows.some(({ key }) => key.includes('203.0.113.77'))).toBe(false)
    expect(rows.some(({ key }) => key === 'wrong-password:127.0.0.1')).toBe(true)
  })

  it('are not counted against that address when somebody other than this machine’s proxy sends it', async () => {
    const { user } = await proxied.signedIn()
    const response = await proxied.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.9',
      headers: { 'x-forwarded-for': '203.0.113.5' },
      payload: { email: user.email, password: demoPassword },
    })
    expect(response.statusCode).toBe(200)
  })

  it.each([
    ['не адрес', '127.0.0.1'],
    ['203.0.113.300', '127.0.0.1'],
    ['203.0.113.9, unknown', '127.0.0.1'],
    ['203.0.113.9:4711', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['<script>, 203.0.113.10', '203.0.113.10'],
    ['203.0.113.11, 127.0.0.1', '203.0.113.11'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ])('X-Forwarded-For «%s» counts for %s', async (header, network) => {
    const { email } = await buildUser(proxied.db)
    await loginFrom(Buffer.from(header).toString('latin1'), email, wrong)
    expect(await countedKeys()).toContain(`wrong-password:${network}:account:${email}`)
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

  it('100 registrations an hour from one network', async () => {
    await hits('registration:198.51.100.1', 50, 61)
    await hits('registration:198.51.100.1', 99, 59)
    expect(await register(1, '198.51.100.1')).toBe(201)
    expect(await register(2, '198.51.100.1')).toBe(429)
    expect(await register(2, '198.51.100.2')).toBe(201)
  })

  it('registrations with a taken address count, too', async () => {
    await hits('registration:198.51.100.3', 99, 5)
    expect(await register(1, '198.51.100.3')).toBe(422)
    expect(await register(3, '198.51.100.3')).toBe(429)
  })

  it('5 forgotten passwords an hour for one account, known or not', async () => {
    const { email } = await buildUser(db)
    for (const address of [email, 'nobody-2@school.example']) {
      const forgot = () => call('POST', '/api/auth/forgot-password', { body: { email: address } })
      const responses = await times(6, forgot)
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429])
      expectTooMany(await forgot(), 3600)
    }
  })

  it('30 forgotten passwords an hour from one network, for whatever accounts', async () => {
    const forgot = (i: number, address: string) =>
      proxied.call('POST', '/api/auth/forgot-password', {
        body: { email: `forgot-${i}@school.example` },
        headers: { 'x-forwarded-for': address },
      })
    const responses = await times(32, (i) => forgot(i, `2001:db8:5:5::${i + 1}`))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
    expectTooMany(await forgot(99, '2001:db8:5:5:9::'), 3600)
    expect((await forgot(99, '2001:db8:5:6::1')).status).toBe(200)
  })

  it('10 wrong guesses of the current password, counted together with those at the sign-in and everywhere else', async () => {
    const { id, token, user } = await signedIn()
    const change = (current_password: string) =>
      call('PUT', `/api/users/${id}/password`, { token, body: { current_password, password: 'новый пароль' } })
    const erase = (password: string) => call('POST', `/api/users/${id}/erasure`, { token, body: { password } })
    await login(user.email, wrong)
    expect((await erase(wrong)).status).toBe(422)
    const responses = await times(12, () => change(wrong))
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(8)
    expectTooMany(await change(demoPassword), 900)
    expectTooMany(await erase(demoPassword), 900)
    expectTooMany(await login(user.email), 900)
  })

  it('a right password does not count', async () => {
    const { id, token } = await signedIn()
    for (let i = 0; i < 12; i++) {
      const { status } = await call('PUT', `/api/users/${id}/password`, {
        token,
        body: { current_password: demoPassword, password: demoPassword },
      })
      expect(status).toBe(204)
    }
  })
})
