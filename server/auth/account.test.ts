import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { throttleHits } from '#server/auth/auth.table.ts'
import { deviceName } from '#server/auth/device.ts'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildChild, demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const login = (email: string, { code, agent = chrome }: { code?: string; agent?: string } = {}) =>
  call('POST', '/api/auth/login', {
    body: { email, password: demoPassword, ...(code !== undefined && { code }) },
    headers: { 'user-agent': agent },
  })
const problem = 'urn:praktika:problem:'
/** Makes the session look as if the password had been given this many minutes ago. */
const age = (id: number, minutes: number) =>
  db.execute(sql`update sessions set password_at = now() - ${minutes} * interval '1 minute' where user_id = ${id}`)
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email).map(({ text }) => text)
}

beforeEach(() => db.delete(throttleHits))

const setSchool = (value: object) =>
  db
    .insert(siteSettings)
    .values({ key: 'school', value, updated_at: new Date().toISOString() })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } })

type Person = Awaited<ReturnType<typeof signedIn>>

/** Turns the second factor on; returns the secret and the recovery codes. */
const turnOn = async ({ id, token }: Person) => {
  const path = `/api/users/${id}/totp`
  const { body } = await call('POST', path, { token, body: { password: demoPassword } })
  const { status, body: confirmed } = await call('PUT', path, { token, body: { code: codeOf(body.secret) } })
  expect(status).toBe(200)
  return { path, secret: body.secret as string, url: body.url as string, codes: confirmed.recovery_codes as string[] }
}

describe('sessions', () => {
  it('are listed with their devices in words, and end one by one or all but the current one', async () => {
    const person = await signedIn()
    await login(person.user.email)
    const token = (await login(person.user.email, { agent: firefox })).body.access_token
    const path = `/api/users/${person.id}/sessions`
    const began = Date.now()
    const { body } = await call('GET', path, { token })
    expect(body.sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual(
      [
        ['Firefox, Linux', true],
        ['Chrome, Windows', false],
        ['Неизвестное устройство', false],
      ],
    )
    expect(body.sessions[0]).toEqual({
      id: expect.any(Number),
      current: true,
      device: 'Firefox, Linux',
      network: '127.0.0.1',
      created_at: expect.stringMatching(/Z$/),
      used_at: expect.stringMatching(/Z$/),
    })
    // this very call, though the row is written now and then
    expect(Date.parse(body.sessions[0].used_at)).toBeGreaterThanOrEqual(began)
    expect((await call('DELETE', `${path}/${body.sessions[2].id}`, { token })).status).toBe(204)
    expect((await call('GET', '/api/auth/user', person)).status).toBe(401)
    expect((await call('DELETE', `${path}/${body.sessions[2].id}`, { token })).status).toBe(404)
    expect((await call('DELETE', path, { token })).status).toBe(204)
    expect((await call('GET', path, { token })).body.sessions).toHaveLength(1)
  })

  it('of somebody else are not found under the user’s own id', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const { body } = await call('GET', `/api/users/${other.id}/sessions`, other)
    const path = `/api/users/${person.id}/sessions/${body.sessions[0].id}`
    expect((await call('DELETE', path, person)).status).toBe(404)
    expect((await call('GET', '/api/auth/user', other)).status).toBe(200)
  })

  it('of curators end after 12 hours without use, of others do not', async () => {
    const [curator, teacher] = [await signedIn({ role: 'curator' }), await signedIn({ role: 'teacher' })]
    await db.execute(sql`
      update sessions set used_at = now() - interval '12 hours 1 second' where user_id in (${curator.id}, ${teacher.id})`)
    expect((await call('GET', '/api/auth/user', curator)).status).toBe(401)
    expect((await call('GET', '/api/auth/user', teacher)).status).toBe(200)
  })

  it('are not prolonged by an open page that asks for the version', async () => {
    const curator = await signedIn({ role: 'curator' })
    await db.execute(sql`update sessions set used_at = now() - interval '11 hours' where user_id = ${curator.id}`)
    await call('GET', '/api/assets-version', curator)
    const used = () =>
      db.execute(sql`select from sessions where user_id = ${curator.id} and used_at > now() - interval '1 hour'`)
    expect((await used()).rows).toHaveLength(0)
    await call('GET', '/api/auth/user', curator)
    expect((await used()).rows).toHaveLength(1)
  })

  it.each([
    ['', ''],
    ['curl/8.5.0', ''],
    ['Купите слона/1.0 (https://evil.example)', ''],
    [chrome.replace('Chrome/140.0.0.0', 'Chrome/140.0.0.0 YaBrowser/25.8'), 'Яндекс Браузер, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
  ])('name the device of «%s» only by words of ours', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})

describe('a second factor', () => {
  it('is asked for once a code has confirmed it, and its codes are valid once', async () => {
    const person = await signedIn()
    const { email } = person.user
    const path = `/api/users/${person.id}/totp`
    expect((await call('POST', path, { ...person, body: { password: 'не тот' } })).status).toBe(422)
    expect((await call('PUT', path, { ...person, body: { code: '123456' } })).status).toBe(409)
    await call('POST', path, { ...person, body: { password: demoPassword } })
    expect((await login(email)).status).toBe(200)

    const { secret, url, codes } = await turnOn(person)
    expect(url).toMatch(new RegExp(`^otpauth://totp/.*${encodeURIComponent(email)}\\?.*secret=${secret}`))
    expect(codes).toHaveLength(10)
    // 5 bits each
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
    expect((await call('POST', path, { ...person, body: { password: demoPassword } })).status).toBe(409)

    const asked = await login(email)
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['code']])
    expect((await login(email, { code: '000000' })).body.errors.code).toEqual([expect.any(String)])
    const code = codeOf(secret)
    expect((await login(email, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
    expect((await login(email, { code })).status).toBe(422)
    expect((await login(email, { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await login(email, { code: codeOf(secret, -1) })).status).toBe(422)
  })

  it('gives the session again when the response was lost, by the key of that call alone', async () => {
    const person = await signedIn()
    const { secret } = await turnOn(person)
    const body = { email: person.user.email, password: demoPassword, code: codeOf(secret) }
    const enter = (key: string) =>
      call('POST', '/api/auth/login', { body, headers: { 'idempotency-key': `a-key-of-the-form-${key}` } })
    const first = await enter('1')
    const repeat = await enter('1')
    expect([repeat.status, repeat.body.access_token]).toEqual([200, first.body.access_token])
    expect((await enter('2')).body.errors.code).toEqual([expect.stringContaining('Код не подошёл')])
  })

  it('takes codes of the steps beside the current one, and none further away', async () => {
    const person = await signedIn()
    const { email } = person.user
    const { secret } = await turnOn(person)
    // whatever step begins in the meantime
    for (const steps of [-2, 3]) expect((await login(email, { code: codeOf(secret, steps) })).status).toBe(422)
    expect((await login(email, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('is confirmed by a code that freshens no session', async () => {
    const person = await signedIn()
    const path = `/api/users/${person.id}/totp`
    const { secret } = (await call('POST', path, { ...person, body: { password: demoPassword } })).body
    const old = sql`now() - interval '1 hour'`
    await db.execute(sql`update sessions set password_at = ${old} where user_id = ${person.id}`)
    expect((await call('PUT', path, { ...person, body: { code: codeOf(secret) } })).status).toBe(200)
    const removed = await call('DELETE', path, { ...person, body: {} })
    expect([removed.status, removed.body.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
  })

  it('is replaced by a recovery code, once, however many arrive at the same time', async () => {
    const person = await signedIn()
    const { codes, path } = await turnOn(person)
    const code = (codes[0] as string).toLowerCase()
    const statuses = await Promise.all(Array.from({ length: 4 }, () => login(person.user.email, { code })))
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    const { body } = await call('GET', path, person)
    expect(body).toEqual({ second_factor: { since: expect.any(String), recovery_codes: 9 } })
    const { rows } = await db.execute(sql`select second_factors::text || recovery_codes::text as kept
      from second_factors join recovery_codes using (user_id) where user_id = ${person.id}`)
    expect(JSON.stringify(rows)).not.toContain(codes[1]?.replaceAll('-', ''))
  })

  it('has its recovery codes replaced by its owner alone, and a letter says so', async () => {
    const [person, curator] = [await signedIn(), await signedIn({ role: 'curator' })]
    const renew = (who: Person, password = demoPassword) =>
      call('POST', `/api/users/${person.id}/recovery-codes`, { ...who, body: { password } })
    expect((await renew(person)).body.type).toBe(`${problem}wrong-state`)
    const { codes: before } = await turnOn(person)
    expect((await renew(curator)).status).toBe(403)
    expect((await renew(person, 'не тот')).status).toBe(422)
    const { status, body } = await renew(person)
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    expect((await login(person.user.email, { code: before[0] as string })).status).toBe(422)
    expect((await login(person.user.email, { code: body.recovery_codes[0] })).status).toBe(200)
    expect((await lettersTo(person.user.email)).join()).toContain('Прежние больше не действуют')
  })

  it('cannot be guessed: 20 wrong codes an hour, wherever they come from', async () => {
    const person = await signedIn()
    const { secret } = await turnOn(person)
    for (let nth = 0; nth < 20; nth += 1) expect((await login(person.user.email, { code: '000000' })).status).toBe(422)
    const { status, headers } = await login(person.user.email, { code: codeOf(secret) })
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)])
  })

  it('is removed by its owner, or by a curator with their own password, and a letter says so', async () => {
    const [person, curator] = [await signedIn(), await signedIn({ role: 'curator' })]
    const { path } = await turnOn(person)
    expect((await call('DELETE', path, { ...curator, body: { password: 'не тот' } })).status).toBe(422)
    expect((await call('DELETE', path, { ...curator, body: { password: demoPassword } })).status).toBe(204)
    expect((await login(person.user.email)).status).toBe(200)
    expect((await lettersTo(person.user.email)).join()).toContain('Вход с кодом из приложения выключен')
    await turnOn(person)
    expect((await call('DELETE', path, { ...person, body: { password: demoPassword } })).status).toBe(204)
  })

  it('may be demanded: until it is set up, nothing else is allowed', async () => {
    const people = [await signedIn({ role: 'curator' }), await signedIn({ role: 'teacher' }), await signedIn()] as const
    const [curator, teacher] = people
    const statuses = () => Promise.all(people.map(async (who) => (await call('GET', '/api/courses', who)).status))
    const demand = (second_factor: string) => setSchool({ second_factor })
    expect(await statuses()).toEqual([200, 200, 200])
    await demand('curators')
    expect(await statuses()).toEqual([403, 200, 200])
    await demand('staff')
    expect(await statuses()).toEqual([403, 403, 200])
    expect((await call('GET', '/api/courses', curator)).body.type).toBe(`${problem}second-factor-needed`)
    expect((await call('GET', `/api/users/${teacher.id}`, curator)).body.user.email).toBeUndefined()
    expect((await call('POST', '/api/files', curator)).status).toBe(401)
    expect((await call('GET', '/api/auth/user', curator)).body.user.lacks_second_factor).toBe(true)
    await turnOn(curator)
    expect(await statuses()).toEqual([200, 403, 200])
    expect((await call('GET', '/api/auth/user', curator)).body.user.lacks_second_factor).toBe(false)
    await call('DELETE', `/api/users/${curator.id}/totp`, { ...curator, body: { password: demoPassword } })
    expect(await statuses()).toEqual([403, 403, 200])
    await demand('nobody')
    expect(await statuses()).toEqual([200, 200, 200])
  })
})

describe('a password that was given more than 15 minutes ago', () => {
  it('is asked for again before roles, ways in, registers, erasing, the second factor and the end of sessions', async () => {
    const [curator, person] = [await signedIn({ role: 'curator' }), await signedIn()]
    const child = await buildChild(db, { login: 'child.2026' })
    const rows = async () => (await call('GET', `/api/users/${person.id}/sessions`, curator)).body.sessions
    const [{ id: other }] = await rows()
    const acts = () =>
      Promise.all([
        call('PUT', `/api/users/${person.id}`, { ...curator, body: { role: 'teacher' } }),
        call('PUT', `/api/users/${child.id}`, { ...curator, body: { login: 'child.2027' } }),
        call('POST', '/api/users/passwords', { ...curator, body: { user_ids: [child.id] } }),
        call('DELETE', `/api/users/${curator.id}/sessions`, curator),
        call('DELETE', `/api/users/${person.id}/sessions/${other}`, curator),
        call('GET', '/api/consents/export?time_zone=Europe/Moscow', curator),
        call('GET', '/api/audit/export?time_zone=Europe/Moscow&format=csv', curator),
        call('POST', `/api/users/${person.id}/erasure`, { ...curator, body: { password: demoPassword } }),
        call('POST', `/api/users/${curator.id}/totp`, { ...curator, body: { password: demoPassword } }),
        call('DELETE', `/api/users/${curator.id}/totp`, { ...curator, body: { password: demoPassword } }),
      ])
    await age(curator.id, 16)
    for (const { status, body } of await acts()) expect([status, body.type]).toEqual([403, `${problem}password-needed`])
    expect(await rows()).toHaveLength(1)
    // what changes nobody’s rights
    const renamed = { ...curator, body: { surname: 'Ким', role: 'student' } }
    expect((await call('PUT', `/api/users/${person.id}`, renamed)).status).toBe(200)

    const give = (password: string) => call('POST', '/api/auth/password', { ...curator, body: { password } })
    expect((await give('не тот')).status).toBe(422)
    expect((await acts())[0]?.status).toBe(403)
    expect((await give(demoPassword)).status).toBe(204)
    for (const { status } of await acts()) expect(status).toBeLessThan(300)
  })

  it('is given again with the second factor, each code once', async () => {
    const person = await signedIn()
    const { path, secret, codes } = await turnOn(person)
    await age(person.id, 16)
    const give = (more: object) =>
      call('POST', '/api/auth/password', { ...person, body: { password: demoPassword, ...more } })
    const remove = () => call('DELETE', path, { ...person, body: { password: demoPassword } })
    for (const more of [{}, { code: '' }, { code: '000000' }]) {
      const { status, body } = await give(more)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']])
    }
    expect((await remove()).body.type).toBe(`${problem}password-needed`)
    const code = codeOf(secret)
    expect((await give({ code, password: 'не тот' })).body.errors.password).toHaveLength(1)
    expect((await give({ code })).status).toBe(204)
    await age(person.id, 16)
    expect((await give({ code })).status).toBe(422)
    expect((await give({ code: codes[0] })).status).toBe(204)
    expect((await remove()).status).toBe(204)
  })

  it('is not mentioned to somebody who may not act at all', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    await age(other.id, 16)
    const { body } = await call('DELETE', `/api/users/${person.id}/totp`, {
      ...other,
      body: { password: demoPassword },
    })
    expect(body.type).toBe(`${problem}forbidden`)
  })
})

describe('letters about an account', () => {
  it('are about a sign-in from a new device, not of the first or a known one', async () => {
    const person = await signedIn()
    const { email } = person.user
    for (const agent of [chrome, chrome]) await login(email, { agent })
    expect(await lettersTo(email)).toEqual([])
    for (const agent of [firefox, chrome, firefox]) await login(email, { agent })
    expect(await lettersTo(email)).toEqual([
      expect.stringMatching(/с нового устройства: Firefox, Linux; сеть 127\.0\.0\.1/),
    ])
  })

  it('are about a changed password, role and address, the last at the old one', async () => {
    const [person, curator] = [await signedIn(), await signedIn({ role: 'curator' })]
    const { email } = person.user
    const change = (body: object) => call('PUT', `/api/users/${person.id}`, { ...curator, body })
    await call('PUT', `/api/users/${person.id}/password`, {
      ...person,
      body: { current_password: demoPassword, password: 'совсем другой' },
    })
    await change({ role: 'teacher' })
    await change({ role: 'teacher', email: `new-${email}` })
    const letters = await lettersTo(email)
    expect(letters.map((text) => /Пароль|роль|почта/.exec(text)?.[0]).toSorted()).toEqual(['Пароль', 'почта', 'роль'])
    // a link would be sent to the address that the account has now
    expect(letters.filter((text) => !text.includes('/forgot-password'))).toEqual([
      expect.stringMatching(/другая почта[\s\S]*сразу напишите куратору/),
    ])
    expect(letters.join()).toContain('теперь: преподаватель')
  })

  it('go to nobody whose address is not confirmed', async () => {
    const person = await signedIn({ email_confirmed_at: null })
    for (const agent of [chrome, firefox]) await login(person.user.email, { agent })
    expect(await lettersTo(person.user.email)).toEqual([])
  })
})

test.each([
  ['короткий', 'короткий!'],
  ['one of the commonest', '1234567890'],
  ['one of them in capitals', 'QWERTYUIOP'],
  ['one of them on the other layout', 'йцукенгшщз'],
  ['a leaked one that is not among the first hundred thousand, in other case', 'Canadianhilisa'],
  ['a repeated letter', 'аааааааааа'],
  ['the name', 'Мария-Орлова-2026'],
  ['the name by its keys on the other layout', 'vfhbz-2026'],
  ['the address', 'maria.1985.school'],
  ['the address with its whole domain', 'maria@school.example'],
  ['the name of the site', 'praktika-2026'],
  ['the name of the school', 'Лицей-Заречный'],
  ['the name of the school on the other layout', 'pfhtxysq-2026'],
  ['the name of a course with the own name', 'Мария-Гончарное-1'],
])('a new password is refused: %s', async (_, password) => {
  await setSchool({ name: 'Лицей № 8, Заречный' })
  await buildCourse(db, { name: 'Гончарное дело', status: 'published', announced: true })
  const person = await signedIn({ email: `maria-${crypto.randomUUID()}@school.example` })
  const { status, body } = await call('PUT', `/api/users/${person.id}/password`, {
    ...person,
    body: { current_password: demoPassword, password },
  })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['password']])
})

test('a password may have words of the site beside others, and names of courses that nobody has announced', async () => {
  await setSchool({ name: 'Лицей № 8, Заречный' })
  await buildCourse(db, { name: 'Валяние из войлока', status: 'published' })
  const person = await signedIn()
  const path = `/api/users/${person.id}/password`
  const change = (current_password: string, password: string) =>
    call('PUT', path, { ...person, body: { current_password, password } })
  expect((await change(demoPassword, 'лицей-ромашка-зонт')).status).toBe(204)
  expect((await change('лицей-ромашка-зонт', 'валяние-войлока')).status).toBe(204)
})
