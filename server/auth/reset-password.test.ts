import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { readLetters, readLink } from '#server/testing/letters.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects, outbox, config } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let person: Signed

beforeEach(async () => {
  person = await signedIn()
})

const forgot = (email: unknown) => call('POST', '/api/auth/forgot-password', { body: { email } })
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}
const askForLink = async () => {
  await forgot(person.user.email)
  return readLink((await lettersTo(person.user.email)).at(-1)?.text ?? '')
}
const check = (email: string, token: string) =>
  call('GET', `/api/auth/reset-password?email=${encodeURIComponent(email)}&token=${encodeURIComponent(token)}`)
const reset = (email: string, token: string, password = 'новый пароль') =>
  call('POST', '/api/auth/reset-password', { body: { email, token, password } })
const change = (password: string) =>
  call('PUT', `/api/users/${person.id}/password`, {
    token: person.token,
    body: { current_password: demoPassword, password },
  })
const login = (password: string) => call('POST', '/api/auth/login', { body: { email: person.user.email, password } })

describe('POST /api/auth/forgot-password', () => {
  it('returns the same whether or not the address is known, and writes only to those who have an account', async () => {
    const off = await buildUser(db, { active: false })
    const responses = await Promise.all(
      [person.user.email.toUpperCase(), 'nobody@school.example', off.email].map((email) => forgot(email)),
    )
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body])
    const [letter, ...more] = await lettersTo(person.user.email)
    expect(more).toEqual([])
    expect(letter?.name).toMatch(/\.eml$/)
    expect(letter?.text).toContain(`Здравствуйте, ${person.user.name}!`)
    expect(await lettersTo('nobody@school.example')).toEqual([])
    expect(await lettersTo(off.email)).toEqual([])
  })

  it('refuses an invalid address', async () => {
    for (const email of [undefined, 'слово', 5, ['a@b.ru']]) expect((await forgot(email)).status).toBe(422)
  })
})

describe('the link from a letter', () => {
  it('leads to the site’s page and works for its address', async () => {
    const { link, token, email } = await askForLink()
    expect(link.href.startsWith(`${config.publicUrl}/reset-password/`)).toBe(true)
    expect(email).toBe(person.user.email)
    const { status, body } = await check(email, token)
    expect([status, body]).toEqual([200, { email }])
    expect((await check(email.toUpperCase(), token)).status).toBe(200)
  })

  it('sets a password and ends every session', async () => {
    const { token, email } = await askForLink()
    expect((await reset(email, token)).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { token: person.token })).status).toBe(401)
    expect([(await login(demoPassword)).status, (await login('новый пароль')).status]).toEqual([401, 200])
  })

  it('works once, even for many requests at the same moment', async () => {
    const { token, email } = await askForLink()
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(email, token, `пароль номер ${i}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
    const winner = responses.findIndex(({ status }) => status === 200)
    expect((await login(`пароль номер ${winner}`)).status).toBe(200)
    expect((await check(email, token)).status).toBe(422)
    expect((await reset(email, token)).status).toBe(422)
  })

  it('invalidates the earlier ones', async () => {
    const first = await askForLink()
    const second = await askForLink()
    expect((await check(first.email, first.token)).status).toBe(200)
    expect((await reset(second.email, second.token)).status).toBe(200)
    expect((await reset(first.email, first.token)).status).toBe(422)
  })

  it('is dead for another address, when it is too old, and once the account is deactivated', async () => {
    const { token, email } = await askForLink()
    for (const [address, key] of [
      ['nobody@school.example', token],
      [(await buildUser(db)).email, token],
      [email, `${token}x`],
    ] as const) {
      expect((await check(address, key)).status).toBe(422)
      expect((await reset(address, key)).status).toBe(422)
    }
    expect((await check(email, token)).status).toBe(200)
    await db.execute(sql`update users set active = false where id = ${person.id}`)
    expect((await check(email, token)).status).toBe(422)
    await db.execute(sql`update users set active = true where id = ${person.id}`)
    await db.execute(
      sql`update password_resets set expires_at = now() - interval '1 second' where user_id = ${person.id}`,
    )
    expect((await check(email, token)).status).toBe(422)
    expect((await reset(email, token)).status).toBe(422)
    expect((await login(demoPassword)).status).toBe(200)
  })

  it('is dead after the password was changed in the meantime', async () => {
    const { token, email } = await askForLink()
    await change('другой пароль')
    expect((await reset(email, token)).status).toBe(422)
  })

  it('lets its owner in at once, however often they guessed before', async () => {
    const { token, email } = await askForLink()
    for (let i = 0; i < 10; i++) await login('не помню')
    expect((await login(demoPassword)).status).toBe(429)
    expect((await reset(email, token)).status).toBe(200)
    expect((await login('новый пароль')).status).toBe(200)
  })

  it('stops a sign-in by the old password that is already under way', async () => {
    const { late } = await db.transaction(async (tx) => {
      // as a reset does; by the time the sign-in waits for this lock, it has accepted the old password
      await tx.execute(sql`update users set password_hash = 'another' where id = ${person.id}`)
      const late = login(demoPassword)
      await expect.poll(() => countWaiting(db)).toBe(1)
      return { late }
    })
    expect((await late).status).toBe(401)
  })

  it('wins over a change by the old password that is already under way', async () => {
    const { token, email } = await askForLink()
    const letGo = await hold(db, sql`select 1 from users where id = ${person.id} for no key update`)
    const byOwner = reset(email, token)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const byThief = change('пароль вора')
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await byOwner).status, (await byThief).status]).toEqual([200, 409])
    expect([(await login('пароль вора')).status, (await login('новый пароль')).status]).toEqual([401, 200])
  })

  it('is dead after a change that was under way first', async () => {
    const { token, email } = await askForLink()
    const letGo = await hold(db, sql`select 1 from users where id = ${person.id} for no key update`)
    const changed = change('другой пароль')
    await expect.poll(() => countWaiting(db)).toBe(1)
    const late = reset(email, token)
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await changed).status, (await late).status]).toEqual([204, 422])
    expect((await login('другой пароль')).status).toBe(200)
  })

  it('stays valid when the new password is refused', async () => {
    const { token, email } = await askForLink()
    expect((await reset(email, token, 'мало')).status).toBe(422)
    expect((await check(email, token)).status).toBe(200)
  })

  it('is checked by e-mail alone with the same response for every address', async () => {
    for (const email of [person.user.email, 'nobody@school.example', (await buildUser(db, { active: false })).email]) {
      const { status, body } = await call('GET', `/api/auth/reset-password?email=${encodeURIComponent(email)}`)
      expect([status, body]).toEqual([200, { email }])
    }
  })

  it('returns 422 and not 500 for an incomplete query', async () => {
    for (const query of ['', '?email=a', '?email=a&token=', '?email=a@school.example&token=', '?token=x']) {
      expect((await call('GET', `/api/auth/reset-password${query}`)).status).toBe(422)
    }
  })
})
