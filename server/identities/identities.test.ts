import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '#server/audit/audit.table.ts'
import { userIdentities } from '#server/identities/identities.table.ts'
import { type People, startProvider, visitor } from '#server/identities/provider.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { freePort } from '#server/testing/free-port.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const port = await freePort()
const siteUrl = `http://127.0.0.1:${port}`
const people: People = {}
const provider = await startProvider(siteUrl, people)
const { db, call, outbox, runEffects } = await testApp({
  env: { ...provider.env, PUBLIC_URL: siteUrl, OIDC_NAME: 'Школьный вход' },
})
afterAll(provider.stop)

let count = 0
/** Somebody whom the provider knows, by a name of their own there. */
const known = (claims: Record<string, unknown> = {}) => {
  count += 1
  const login = `person-${count}`
  const email = `${login}@school.example`
  people[login] = { email, email_verified: true, given_name: 'Мария', family_name: 'Орлова', ...claims }
  return { login, email }
}

const begin = async () => (await call('POST', '/api/auth/provider', { body: {} })).body
const answer = (body: object) => call('POST', '/api/auth/provider/answer', { body })

/** The whole way: the site's button, the provider's pages, and back. */
const signIn = async (login: string, more: object = {}) => {
  const { url, key } = await begin()
  const query = await visitor(siteUrl).signIn(url, login)
  return { key, query, response: await answer({ key, query, ...more }) }
}

beforeEach(() => {
  provider.state.isAway = false
  provider.state.tamper = null
})

describe('a sign-in by the provider', () => {
  it('leads to the account whose address both sides have confirmed, and by the provider’s own name from then on', async () => {
    const { login, email } = known()
    const user = await buildUser(db, { email })
    const { response } = await signIn(login)
    expect(response.status).toBe(200)
    const { session } = response.body
    expect(session.user.id).toBe(user.id)
    expect((await call('GET', '/api/auth/user', { token: session.access_token })).status).toBe(200)

    const { body } = await call('GET', `/api/users/${user.id}/identities`, { token: session.access_token })
    expect(body).toEqual({
      identities: [expect.objectContaining({ provider: 'Школьный вход' })],
      has_password: true,
    })
    expect(JSON.stringify(body)).not.toContain(login)
    const kinds = await db
      .select({ kind: auditEntries.kind })
      .from(auditEntries)
      .where(eq(auditEntries.object_id, String(user.id)))
    expect(kinds).toEqual([{ kind: 'identity-linked' }])

    Object.assign(people[login] as object, { email: 'another@school.example', email_verified: false })
    const again = await signIn(login)
    expect(again.response.body.session.user.id).toBe(user.id)
  })

  it('asks for code, PKCE, state and nonce, and comes back to a page of ours alone', async () => {
    const { url } = await begin()
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `${siteUrl}/login`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(url).not.toContain('secret')
  })

  it('is accepted once, from the browser that began it', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    const { url, key } = await begin()
    const query = await visitor(siteUrl).signIn(url, login)
    expect((await answer({ key: 'of another browser', query })).body.type).toMatch(/sign-in-expired$/)
    const both = await Promise.all([answer({ key, query }), answer({ key, query })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await answer({ key, query })).status).toBe(422)
    expect((await answer({ key })).status).toBe(422)
  })

  it('is over when the state is not the one it was begun with', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    const [mine, attackers] = [await begin(), await begin()]
    const query = await visitor(siteUrl).signIn(attackers.url, login)
    const refused = await answer({ key: mine.key, query })
    expect([refused.status, refused.body.type]).toEqual([403, expect.stringMatching(/provider-refused$/)])
    expect((await answer({ key: mine.key, query })).status).toBe(422)
  })

  it('is refused with another nonce, a code for another client, and an ID token for one', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    const changed = async (name: string, value: string) => {
      const { url, key } = await begin()
      const address = new URL(url)
      address.searchParams.set(name, value)
      const query = await visitor(siteUrl).signIn(address.href, login)
      return (await answer({ key, query })).body.type
    }
    expect(await changed('nonce', 'another')).toMatch(/provider-refused$/)
    expect(await changed('client_id', 'another')).toMatch(/provider-refused$/)
    for (const tamper of [{ aud: 'another' }, { iss: 'https://another.example' }, { nonce: 'another' }, { exp: 1 }]) {
      provider.state.tamper = tamper
      expect((await signIn(login)).response.body.type).toMatch(/provider-refused$/)
    }
    provider.state.tamper = { sub: 'somebody else' }
    expect((await signIn(login)).response.body.type).toMatch(/provider-refused$/)
    expect(await db.$count(userIdentities, eq(userIdentities.subject, login))).toBe(0)
  })

  it('says so when the person has said no at the provider', async () => {
    const { key, url } = await begin()
    const state = new URL(url).searchParams.get('state')
    const { status, body } = await answer({ key, query: `?error=access_denied&state=${state}&iss=${provider.issuer}` })
    expect([status, body.detail]).toEqual([403, expect.stringMatching(/^Вы отказались/)])
  })

  it('leads nowhere by an address that the provider, or ours, has not confirmed', async () => {
    const unverified = known({ email_verified: false })
    await buildUser(db, { email: unverified.email })
    expect((await signIn(unverified.login)).response.body).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/не подтвердила вашу почту/),
    })
    const { login, email } = known()
    const squatted = await buildUser(db, { email, email_confirmed_at: null })
    expect((await signIn(login)).response.body.type).toMatch(/email-not-confirmed$/)
    await db.update(users).set({ email_confirmed_at: new Date().toISOString() }).where(eq(users.id, squatted.id))
    expect((await signIn(login)).response.status).toBe(200)
  })

  it('does not give an account to the next owner of an address', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    expect((await signIn(login)).response.status).toBe(200)
    const next = known({ email })
    expect((await signIn(next.login)).response.body).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/другой человек/),
    })
  })

  it('refuses everybody who is refused with a password, with the same message', async () => {
    for (const [values, code] of [
      [{ active: false }, 'account-off'],
      [{ awaits_parent_at: new Date().toISOString() }, 'parent-awaited'],
    ] as const) {
      const { login, email } = known()
      await buildUser(db, { email, ...values })
      const byPassword = await call('POST', '/api/auth/login', { body: { email, password: demoPassword } })
      const { response } = await signIn(login)
      expect(response.body).toEqual(byPassword.body)
      expect(response.body.type).toContain(code)
    }
  })

  it('returns 503 while the provider is away, and passwords still work', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    const { url, key } = await begin()
    const query = await visitor(siteUrl).signIn(url, login)
    provider.state.isAway = true
    const { status, headers, body } = await answer({ key, query })
    expect([status, body.type]).toEqual([503, expect.stringMatching(/provider-away$/)])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('POST', '/api/auth/login', { body: { email, password: demoPassword } })).status).toBe(200)
  })

  it('is written to the owner of the account the first time', async () => {
    const { login, email } = known()
    await buildUser(db, { email })
    await signIn(login)
    await runEffects()
    await signIn(login)
    await runEffects()
    const texts = (await readLetters(outbox)).flatMap(({ to, text }) => (to.includes(email) ? [text] : []))
    expect(texts.filter((text) => text.includes('теперь можно войти через систему входа школы'))).toHaveLength(1)
  })
})
