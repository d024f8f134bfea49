import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { softAuthenticator } from '#server/auth/authenticator.fixture.ts'
import { siteOf } from '#server/auth/passkeys.ts'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { readLetters } from '#server/testing/letters.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const origin = 'https://school.example'
const app = await testApp({ env: { PUBLIC_URL: origin } })
const { db, call, signedIn, runEffects, outbox } = app

type Person = Awaited<ReturnType<typeof signedIn>>
const password = { password: demoPassword }
const login = ({ user }: Person, more: object = {}) =>
  call('POST', '/api/auth/login', { body: { email: user.email, ...password, ...more } })
const begin = async (person: Person) =>
  (await call('POST', `/api/users/${person.id}/passkeys/options`, { ...person, body: password })).body.options
const finish = (person: Person, creation: object, name = 'Ноутбук') =>
  call('POST', `/api/users/${person.id}/passkeys`, { ...person, body: { name, creation } })
/** A person with a passkey. */
const withPasskey = async () => {
  const person = await signedIn()
  const device = softAuthenticator(origin)
  const { status, body } = await finish(person, device.create(await begin(person)))
  expect(status).toBe(201)
  return { person, device, ...body }
}

beforeEach(() => empty(db, 'throttle_hits'))

describe('a passkey', () => {
  it('is asked for at the sign-in, and each challenge is valid once', async () => {
    const { person, device, passkey, recovery_codes } = await withPasskey()
    expect(recovery_codes).toHaveLength(10)
    expect(passkey).toMatchObject({ name: 'Ноутбук', used_at: null })
    const asked = await login(person)
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['code']])
    expect(asked.body.passkey).toMatchObject({ rpId: 'school.example', allowCredentials: [{ type: 'public-key' }] })
    const proof = device.prove(asked.body.passkey)
    expect((await login(person, { passkey: proof })).status).toBe(200)
    expect((await login(person, { passkey: proof })).status).toBe(422)
    const { body } = await call('GET', `/api/users/${person.id}/passkeys`, person)
    expect(body.passkeys).toMatchObject([{ id: passkey.id, used_at: expect.any(String) }])
    expect(JSON.stringify(body)).not.toContain('public_key')
  })

  it('is not made from certificates, whose addresses the server would visit', async () => {
    const person = await signedIn()
    for (const format of ['android-key', 'fido-u2f', 'tpm', 'apple', 'made-up']) {
      const creation = softAuthenticator(origin).create(await begin(person), origin, format)
      expect((await finish(person, creation)).status).toBe(422)
    }
    const broken = { ...softAuthenticator(origin).create(await begin(person)) }
    broken.response.attestationObject = 'bm9uZQ'
    expect((await finish(person, broken)).status).toBe(422)
  })

  it('is refused from another site, with another’s challenge, from a copy, or after five minutes', async () => {
    const [{ person, device }, other] = [await withPasskey(), await withPasskey()]
    const ask = async (of = person) => (await login(of)).body.passkey
    const attempts = [
      device.prove(await ask(), 'https://schoo1.example'),
      device.prove(await ask(other.person)),
      other.device.prove(await ask()),
      device.prove({ challenge: 'bm9uZQ' }),
    ]
    const old = device.prove(await ask())
    await db.execute(sql`update passkey_challenges set expires_at = now() - interval '1 second'`)
    device.rewind()
    const copy = device.prove(await ask())
    for (const passkey of [...attempts, old, copy]) {
      const { status, body } = await login(person, { passkey })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['passkey']])
    }
  })

  it('may be reached by whatever a browser calls its ways', async () => {
    const person = await signedIn()
    const creation = softAuthenticator(origin).create(await begin(person))
    creation.response.transports = ['internal\u0000', '\ud83d']
    expect((await finish(person, creation)).status).toBe(201)
  })

  it('is guessed no more often than a code', async () => {
    const { person, device } = await withPasskey()
    const wrong = device.prove({ challenge: 'bm9uZQ' })
    for (let nth = 0; nth < 20; nth += 1) expect((await login(person, { passkey: wrong })).status).toBe(422)
    expect((await login(person, { passkey: wrong })).status).toBe(429)
  })

  it('can be used beside the codes of an app: either signs in, and each can be removed', async () => {
    const { person, device, passkey, recovery_codes } = await withPasskey()
    expect((await login(person, { code: '000000' })).status).toBe(422)
    expect((await login(person, { code: recovery_codes[0] })).status).toBe(200)
    const totp = `/api/users/${person.id}/totp`
    const { secret } = (await call('POST', totp, { ...person, body: password })).body
    const confirmed = await call('PUT', totp, { ...person, body: { code: codeOf(secret) } })
    expect([confirmed.status, confirmed.body]).toEqual([200, { recovery_codes: [] }])
    expect((await login(person, { code: recovery_codes[1] })).status).toBe(200)
    expect((await login(person, { code: codeOf(secret) })).status).toBe(200)
    expect((await login(person, { passkey: device.prove((await login(person)).body.passkey) })).status).toBe(200)
    await call('DELETE', totp, { ...person, body: password })
    expect((await login(person)).status).toBe(422)
    const path = `/api/users/${person.id}/passkeys/${passkey.id}`
    expect((await call('DELETE', path, { ...person, body: { password: 'не тот' } })).status).toBe(422)
    expect((await call('DELETE', path, { ...person, body: password })).status).toBe(204)
    expect((await login(person)).status).toBe(200)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === person.user.email).map(({ text }) => text)
    expect(letters.find((text) => text.includes('приложения выключен'))).toContain('подтверждает ключ доступа')
    expect(letters.find((text) => text.includes('удалён ключ доступа'))).toContain('для входа хватает пароля')
    const { rows } = await db.execute(sql`select from recovery_codes where user_id = ${person.id}`)
    expect(rows).toEqual([])
  })

  it('beside an app leaves it to confirm the sign-in, and gives new recovery codes once all are used', async () => {
    const { person, passkey } = await withPasskey()
    await empty(db, 'recovery_codes')
    const totp = `/api/users/${person.id}/totp`
    const { secret } = (await call('POST', totp, { ...person, body: password })).body
    const { body } = await call('PUT', totp, { ...person, body: { code: codeOf(secret) } })
    expect(body.recovery_codes).toHaveLength(10)
    await call('DELETE', `/api/users/${person.id}/passkeys/${passkey.id}`, { ...person, body: password })
    expect((await login(person)).status).toBe(422)
    expect((await login(person, { code: body.recovery_codes[0] })).status).toBe(200)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === person.user.email).map(({ text }) => text)
    expect(letters.find((text) => text.includes('удалён ключ доступа'))).toContain('подтверждает код из приложения')
  })

  it('of somebody who has lost their devices is removed by a curator, with everything else', async () => {
    const { person } = await withPasskey()
    const curator = await signedIn({ role: 'curator' })
    const path = `/api/users/${person.id}/totp`
    expect((await call('DELETE', path, { ...curator, body: password })).status).toBe(204)
    expect((await login(person)).status).toBe(200)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === person.user.email).map(({ text }) => text)
    expect(letters.join()).toMatch(/ключи доступа и запасные коды удалены\. Теперь для входа хватает пароля/)
  })

  it('is enough where a second factor is demanded', async () => {
    const teacher = await signedIn({ role: 'teacher' })
    const admin = await signedIn({ role: 'curator' })
    const demand = (second_factor: string, by: Person) =>
      call('PUT', '/api/settings/school', { ...by, body: { second_factor } })
    expect((await demand('staff', admin)).status).toBe(200)
    const statusOf = async () => (await call('GET', '/api/courses', teacher)).status
    expect(await statusOf()).toBe(403)
    const device = softAuthenticator(origin)
    expect((await finish(teacher, device.create(await begin(teacher)))).status).toBe(201)
    expect(await statusOf()).toBe(200)
    expect((await call('GET', '/api/auth/user', teacher)).body.user.lacks_second_factor).toBe(false)
    await db.execute(sql`delete from site_settings where key = 'school'`)
  })

  it.each([
    [
      'of another site',
      (asked: { challenge: string }) => softAuthenticator(origin).create(asked, 'https://evil.example'),
    ],
    ['for another challenge', () => softAuthenticator(origin).create({ challenge: 'bm9uZQ' })],
    [
      'that are broken',
      (asked: { challenge: string }) => {
        const made = softAuthenticator(origin).create(asked)
        return { ...made, response: { ...made.response, attestationObject: 'oA' } }
      },
    ],
  ])('is not made of data %s', async (_name, make) => {
    const person = await signedIn()
    const { status, body } = await finish(person, make(await begin(person)))
    expect([status, Object.keys(body.errors)]).toEqual([422, ['creation']])
  })

  it('belongs to the host of the site, or to localhost where the site is on this machine alone', () => {
    const at = (publicUrl: string, host?: string) => siteOf({ appName: 'Школа', publicUrl }, host)
    expect(at(origin, 'localhost:3000')).toMatchObject({ id: 'school.example', origin })
    expect(at('http://127.0.0.1:3000', 'localhost:3000')).toMatchObject({
      id: 'localhost',
      origin: 'http://localhost:3000',
    })
    expect(at('http://127.0.0.1:3000', 'evil.example')).toMatchObject({
      id: '127.0.0.1',
      origin: 'http://127.0.0.1:3000',
    })
  })
})
