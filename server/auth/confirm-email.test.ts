import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addEffect } from '#server/effects/effects.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters, readLink } from '#server/testing/letters.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

const password = 'надёжный пароль'
const fresh = () => `${crypto.randomUUID()}@school.example`
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}
const tokenIn = (text = '') => readLink(text).token

/** Somebody who has just registered, with the token from the letter. */
const registered = async (email = fresh()) => {
  const form = { name: 'Призёр', surname: 'Выигрыша', email, password, consent: true }
  const { status, body } = await call('POST', '/api/auth/register', { body: form })
  expect(status).toBe(201)
  const [letter] = await lettersTo(email)
  return { email, id: body.user.id as number, token: body.access_token as string, user: body.user, letter }
}

const confirm = (token: string) => call('POST', '/api/auth/confirm-email', { body: { token } })
const isConfirmed = async (token: string) => (await call('GET', '/api/auth/user', { token })).body.user.email_confirmed
const again = (token: string) => call('POST', '/api/auth/confirmation-letter', { token })
const correct = (token: string, email: string, own = password) =>
  call('PUT', '/api/auth/email', { token, body: { email, password: own } })

describe('registering', () => {
  it('sends one letter with a link, and none of the typed text', async () => {
    const { email, token, user, letter } = await registered()
    expect(user.email_confirmed).toBe(false)
    expect(await lettersTo(email)).toHaveLength(1)
    expect(letter?.text).toMatch(/\/confirm-email\/[\w-]{43}/)
    expect(letter?.text).not.toMatch(/Призёр|Выигрыша/)
    expect(await isConfirmed(token)).toBe(false)
  })

  it('keeps the token as a hash, and the link works however often it is followed', async () => {
    const { token, letter, email } = await registered()
    const link = tokenIn(letter?.text)
    const { rows } = await db.execute(sql`select token_hash from email_confirmations where email = ${email}`)
    expect(rows).toEqual([{ token_hash: hashToken(link) }])
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await confirm(link)
      expect([status, body]).toEqual([200, { email }])
    }
    expect(await isConfirmed(token)).toBe(true)
    expect((await again(token)).status).toBe(409)
    expect((await correct(token, fresh())).status).toBe(409)
  })

  it('makes links that cannot be guessed and that expire', async () => {
    const { token, letter, id } = await registered()
    expect((await confirm('какой-нибудь')).body.type).toBe('urn:praktika:problem:link-expired')
    await db.execute(sql`update email_confirmations set expires_at = now() - interval '1 second' where user_id = ${id}`)
    expect((await confirm(tokenIn(letter?.text))).status).toBe(422)
    expect(await isConfirmed(token)).toBe(false)
  })

  it('opens the account, but sends no more letters to an address that got enough of them', async () => {
    const email = fresh()
    const { token } = await registered(email)
    for (let i = 0; i < 4; i += 1) expect((await again(token)).status).toBe(204)
    expect((await again(token)).status).toBe(429)
    await runEffects()
    expect((await correct(token, fresh())).status).toBe(200)
    const other = await registered(email)
    expect(other.user.email_confirmed).toBe(false)
    expect(await lettersTo(email)).toHaveLength(5)
  })
})

describe('until the address is confirmed', () => {
  it('a mistyped one can be corrected with the password, and links sent to the wrong one are dead', async () => {
    const { token, letter } = await registered()
    const email = fresh()
    const taken = await signedIn()
    expect((await correct(token, email, 'чужой пароль')).body.errors).toHaveProperty('password')
    expect((await correct(token, taken.user.email)).body.errors).toHaveProperty('email')
    const parent = fresh()
    await db.execute(
      sql`insert into guardians (child_id, email) select id, ${parent} from users where email = ${letter?.to}`,
    )
    expect((await correct(token, parent)).body.errors).toHaveProperty('email')
    const { status, body } = await correct(token, email)
    expect([status, body.user.email, body.user.email_confirmed]).toEqual([200, email, false])
    expect((await confirm(tokenIn(letter?.text))).status).toBe(422)
    expect((await confirm(tokenIn((await lettersTo(email))[0]?.text))).status).toBe(200)
    expect(await isConfirmed(token)).toBe(true)
  })

  it('no other letter is sent', async () => {
    const { id, email } = await registered()
    await db.execute(sql`update users set erase_at = now() + interval '14 days' where id = ${id}`)
    const { rows } = await db.execute<{ erase_at: Date }>(sql`select erase_at from users where id = ${id}`)
    await addEffect(db, 'erasure-letter', { user_id: id, erase_at: new Date(rows[0]?.erase_at as Date).toISOString() })
    await addEffect(db, 'kept-letter', { user_id: id })
    expect(await lettersTo(email)).toHaveLength(1)
  })

  it('a forgotten password can be reset, which confirms the address; that letter names nobody', async () => {
    const { email, token } = await registered()
    await call('POST', '/api/auth/forgot-password', { body: { email } })
    const letter = (await lettersTo(email)).at(-1)
    expect(letter?.text).not.toContain('Призёр')
    const reset = { email, token: tokenIn(letter?.text), password: 'новый пароль' }
    expect((await call('POST', '/api/auth/reset-password', { body: reset })).status).toBe(200)
    const session = await call('POST', '/api/auth/login', { body: { email, password: 'новый пароль' } })
    expect(session.body.user.email_confirmed).toBe(true)
    expect((await call('GET', '/api/auth/user', { token })).status).toBe(401)
  })

  it('staff who look the person up see that it is not confirmed', async () => {
    const teacher = await signedIn({ role: 'teacher' })
    const { email, letter } = await registered()
    const lookUp = async () =>
      (await call('GET', `/api/users/students?email=${email}`, { token: teacher.token })).body.users[0]
    expect((await lookUp()).email_confirmed).toBe(false)
    await confirm(tokenIn(letter?.text))
    expect((await lookUp()).email_confirmed).toBe(true)
  })
})

describe('an account that a curator opened', () => {
  it('is confirmed by the link of its invitation', async () => {
    const curator = await signedIn({ role: 'curator' })
    const email = fresh()
    const form = { name: 'Инна', surname: 'Ли', email, role: 'teacher' }
    const made = await call('POST', '/api/users', { token: curator.token, body: form })
    expect(made.body.user.email_confirmed).toBe(false)
    const [letter] = await lettersTo(email)
    expect(letter?.text).toContain('Здравствуйте, Инна!')
    const set = { email, token: tokenIn(letter?.text), password }
    expect((await call('POST', '/api/auth/reset-password', { body: set })).status).toBe(200)
    const { body } = await call('POST', '/api/auth/login', { body: { email, password } })
    expect(body.user.email_confirmed).toBe(true)
  })

  it('has to confirm an address that a curator changes, and links to the old one are dead', async () => {
    const curator = await signedIn({ role: 'curator' })
    const person = await signedIn()
    await call('POST', '/api/auth/forgot-password', { body: { email: person.user.email } })
    const old = tokenIn((await lettersTo(person.user.email))[0]?.text)
    const email = fresh()
    const change = (body: object) => call('PUT', `/api/users/${person.id}`, { token: curator.token, body })
    expect((await change({ email: person.user.email })).body.user.email_confirmed).toBe(true)
    expect((await change({ email })).body.user.email_confirmed).toBe(false)
    expect((await call('GET', `/api/auth/reset-password?email=${email}&token=${old}`)).status).toBe(422)
    expect((await confirm(tokenIn((await lettersTo(email))[0]?.text))).status).toBe(200)
    expect((await call('POST', '/api/auth/login', { body: { email, password: demoPassword } })).status).toBe(200)
  })
})
