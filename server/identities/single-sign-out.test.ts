import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertIdentity } from '#server/identities/identities.repo.ts'
import { userIdentities } from '#server/identities/identities.table.ts'
import { client, type People, startProvider, visitor } from '#server/identities/provider.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { freePort } from '#server/testing/free-port.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'

const port = await freePort()
const siteUrl = `http://127.0.0.1:${port}`
const people: People = {}
const provider = await startProvider(siteUrl, people)
const { app, db, config, call } = await testApp({ env: { ...provider.env, PUBLIC_URL: siteUrl } })
afterAll(provider.stop)
// the provider itself calls the site
beforeAll(async () => {
  await app.listen({ port, host: '127.0.0.1' })
})

let count = 0
/** Somebody who has signed in by the provider, and what they sign out with. */
const signedIn = async (values: Parameters<typeof buildUser>[1] = {}) => {
  count += 1
  const login = `person-${count}`
  const email = `${login}@school.example`
  people[login] = { email, email_verified: true }
  const { id } = await buildUser(db, { email, ...values })
  const browser = visitor(siteUrl)
  const signIn = async (with_ = browser) => {
    const { url, key } = (await call('POST', '/api/auth/provider', { body: {} })).body
    const query = await with_.signIn(url, login)
    const { body } = await call('POST', '/api/auth/provider/answer', { body: { key, query } })
    return body.session.access_token as string
  }
  return { id, login, browser, token: await signIn(), signIn }
}

const isLive = async (token: string) => (await call('GET', '/api/auth/user', { token })).status === 200

const post = (logout_token: string) =>
  call('POST', '/provider-logout', {
    body: `${new URLSearchParams({ logout_token })}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('signing out', () => {
  it('ends the session here and says where it ends at the provider, which ends all of its sites', async () => {
    const { browser, token, signIn } = await signedIn()
    const onAnotherDevice = await signIn(visitor(siteUrl))
    const besides = await signIn()
    const { status, body } = await call('POST', '/api/auth/provider/sign-out', { token })
    expect(status).toBe(200)
    expect(await isLive(token)).toBe(false)
    expect(body.url.startsWith(`${provider.issuer}/session/end?`)).toBe(true)
    expect(await browser.signOut(body.url)).toBe(`${siteUrl}/`)
    // the provider has notified us of its session, and of no other
    await vi.waitFor(async () => expect(await isLive(besides)).toBe(false), 20_000)
    expect(await isLive(onAnotherDevice)).toBe(true)
  })

  it('of a session that began with a password, or while the provider is away, ends here alone', async () => {
    const { id } = await signedIn()
    const token = await signInAs(db, { id })
    expect((await call('POST', '/api/auth/provider/sign-out', { token })).body).toEqual({ url: null })
    expect(await isLive(token)).toBe(false)
  })
})

describe('a message that somebody has signed out at the provider', () => {
  it('has a type of its own, unless the operator accepts those of older providers', async () => {
    const { login, token } = await signedIn()
    const message = await provider.signLogout({ sub: login }, 'JWT')
    expect((await post(message)).status).toBe(400)
    expect(await isLive(token)).toBe(true)
    const { oidc } = config
    if (!oidc) throw new Error('no provider')
    oidc.untypedLogout = true
    try {
      expect((await post(message)).status).toBe(200)
      expect(await isLive(token)).toBe(false)
    } finally {
      oidc.untypedLogout = false
    }
  })

  it('ends all sessions by it, once, and none with a password', async () => {
    const { id, login, token, signIn } = await signedIn()
    const byPassword = await signInAs(db, { id })
    const message = await provider.signLogout({ sub: login })
    expect((await post(message)).status).toBe(200)
    expect([await isLive(token), await isLive(byPassword)]).toEqual([false, true])
    const later = await signIn()
    expect((await post(message)).status).toBe(400)
    expect(await isLive(later)).toBe(true)
  })

  it('ends what a curator looks at as somebody', async () => {
    const [curator, { id }] = [await signedIn({ role: 'curator' }), await buildUser(db)]
    const token = await signInAs(db, curator)
    const look = (await call('POST', `/api/users/${id}/look`, { token })).body.access_token
    expect((await post(await provider.signLogout({ sub: curator.login }))).status).toBe(200)
    expect([await isLive(curator.token), await isLive(token), await isLive(look)]).toEqual([false, true, false])
  })

  it.each([
    ['for another site', { aud: 'another' }],
    ['of another provider', { iss: 'https://another.example' }],
    ['about another event', { events: { 'https://another.example/event': {} } }],
    ['without an event', { events: undefined }],
    ['that is an ID token', { nonce: 'nonce' }],
    ['without an id', { jti: undefined }],
    ['that is old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ])('is refused %s', async (_, payload) => {
    const { login, token } = await signedIn()
    expect((await post(await provider.signLogout({ sub: login, ...payload }))).status).toBe(400)
    expect(await isLive(token)).toBe(true)
  })

  it('is refused about nobody, unsigned, signed with the secret, or as something else', async () => {
    const { login, token } = await signedIn()
    const good = await provider.signLogout({ sub: login })
    const [, payload] = good.split('.')
    const { SignJWT, decodeJwt } = await import('jose')
    const bySecret = await new SignJWT(decodeJwt(good))
      .setProtectedHeader({ alg: 'HS256', kid: 'key' })
      .sign(Buffer.from(client.secret.padEnd(32, '!')))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const message of [await provider.signLogout({}), bySecret, unsigned, '', 'a.b.c'])
      expect((await post(message)).status).toBe(400)
    const asJson = await call('POST', '/provider-logout', { body: { logout_token: good } })
    expect(asJson.status).toBeGreaterThanOrEqual(400)
    expect(await isLive(token)).toBe(true)
  })
})

describe('unlinking', () => {
  const remove = (id: number, identity: number, token: string) =>
    call('DELETE', `/api/users/${id}/identities/${identity}`, { token, body: { password: demoPassword } })

  it('ends the sessions by the provider, except the one it is done in', async () => {
    const { id, token, signIn } = await signedIn()
    const other = await signIn(visitor(siteUrl))
    const { identities } = (await call('GET', `/api/users/${id}/identities`, { token })).body
    expect((await remove(id, identities[0].id, token)).status).toBe(204)
    expect([await isLive(token), await isLive(other)]).toEqual([true, false])
    expect(await db.$count(userIdentities, eq(userIdentities.user_id, id))).toBe(0)
    expect((await remove(id, identities[0].id, token)).status).toBe(404)
  })

  it('is refused for somebody without a password', async () => {
    const { id } = await buildUser(db, { password_hash: null })
    const curator = await buildUser(db, { role: 'curator' })
    await insertIdentity(db, { user_id: id, issuer: provider.issuer, subject: 'without a password' })
    const token = await signInAs(db, curator)
    const { identities, has_password } = (await call('GET', `/api/users/${id}/identities`, { token })).body
    expect(has_password).toBe(false)
    expect((await remove(id, identities[0].id, token)).status).toBe(409)
    expect(await db.$count(userIdentities, eq(userIdentities.user_id, id))).toBe(1)
  })
})

describe('a first password', () => {
  const set = (id: number, token: string, password = 'a password of their own') =>
    call('PUT', `/api/users/${id}/password`, { token, body: { current_password: '', password } })

  it('is set in a session that the provider has just opened, and ends all others', async () => {
    const { id, login, token, signIn } = await signedIn({ password_hash: null })
    const other = await signIn(visitor(siteUrl))
    provider.state.tamper = { auth_time: Math.floor(Date.now() / 1000) - 3600 }
    const stale = await signIn()
    provider.state.tamper = null
    expect((await set(id, stale)).status).toBe(409)
    expect((await set(id, token, 'short')).status).toBe(422)
    expect((await set(id, token)).status).toBe(204)
    expect([await isLive(token), await isLive(other)]).toEqual([true, false])
    const body = { email: people[login]?.email, password: 'a password of their own' }
    expect((await call('POST', '/api/auth/login', { body })).status).toBe(200)
    // from now on the one before is asked for
    expect((await set(id, token, 'another password of theirs')).status).toBe(422)
  })
})
