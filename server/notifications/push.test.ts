import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { isPrivateAddress, isPublicEndpoint } from '#server/notifications/push-request.ts'
import { vapidKeys } from '#server/notifications/vapid-keys.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const received: { path: string | undefined; headers: IncomingHttpHeaders; body: Buffer }[] = []
let status = 201
const service = createServer(async (request, response) => {
  received.push({ path: request.url, headers: request.headers, body: await buffer(request) })
  response.writeHead(status, status === 101 ? { connection: 'Upgrade', upgrade: 'other' } : {}).end()
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => service.close())
const { port } = service.address() as { port: number }

const { db, call, signedIn, runEffects } = await testApp({ env: { VAPID_KEYS: vapidKeys } })
const outside = await testApp({ env: { VAPID_KEYS: vapidKeys, PUBLIC_URL: 'https://school.example' } })

const browser = createECDH('prime256v1')
const p256dh = browser.generateKeys().toString('base64url')
const subscription = (endpoint: string) => ({ endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } })
const endpoint = `http://127.0.0.1:${port}/push/one`

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed
beforeEach(async () => {
  received.length = 0
  status = 201
  student = await signedIn()
})

const subscribe = (app: Pick<typeof outside, 'call'>, { token }: Signed, address: string) =>
  app.call('POST', '/api/users/push-subscriptions', { token, body: subscription(address) })
const happen = (title: string) =>
  db.transaction((tx) => insertNotifications(tx, [student.id], { type: 'task-returned', title, comment: 'Тайна' }))
const countSubscriptions = async () => (await db.execute(sql`select 1 from push_subscriptions`)).rows.length

test('a message reaches the subscribed browser, signed by the site and encrypted', async () => {
  expect((await subscribe({ call } as never, student, endpoint)).status).toBe(204)
  await happen('Работа <b>«Плакат»</b> вернулась')
  await runEffects()
  await runEffects()
  expect(received).toHaveLength(1)
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = received
  expect(path).toBe('/push/one')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^\d+$/) })
  const { publicKey } = JSON.parse(vapidKeys)
  expect(headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, ?k=${publicKey}$`))
  const [, claims = ''] = /t=([\w.-]+)/.exec(headers.authorization ?? '')?.[1]?.split('.') ?? []
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: `http://127.0.0.1:${port}` })
  // RFC 8188: salt, record size, key, then the message, of which nothing can be read
  expect(body.length).toBeGreaterThan(16 + 4 + 1 + 65)
  expect(body.includes(Buffer.from('Тайна'))).toBe(false)
})

test('a dead subscription is forgotten, one that fails for now is not', async () => {
  await subscribe({ call } as never, student, endpoint)
  status = 503
  await happen('Работа')
  await runEffects()
  expect(await countSubscriptions()).toBe(1)
  status = 410
  await happen('Работа')
  await runEffects()
  expect([received.length, await countSubscriptions()]).toEqual([2, 0])
  await happen('Работа')
  await runEffects()
  expect(received).toHaveLength(2)
})

test('a service that switches to another protocol holds up nobody', async () => {
  await subscribe({ call } as never, student, endpoint)
  status = 101
  await happen('Работа')
  await runEffects()
  status = 201
  await happen('Работа')
  await runEffects()
  expect([received.length, await countSubscriptions()]).toEqual([2, 1])
})

test('a browser is signed off, also by the next user who signs in with it', async () => {
  const other = await signedIn()
  await subscribe({ call } as never, student, endpoint)
  await subscribe({ call } as never, other, endpoint)
  await happen('Работа')
  await runEffects()
  expect(received).toEqual([])
  const body = { endpoint }
  expect((await call('DELETE', '/api/users/push-subscriptions', { token: other.token, body })).status).toBe(204)
  expect(await countSubscriptions()).toBe(0)
})

test('an address that the database cannot store is refused', async () => {
  for (const address of [`${endpoint}\u0000`, 'https://push.example.com/a\u0000b', `${endpoint}\ud83d`]) {
    expect([address, (await subscribe({ call } as never, student, address)).status]).toEqual([address, 422])
    const body = { endpoint: address }
    const { status } = await call('DELETE', '/api/users/push-subscriptions', { token: student.token, body })
    expect([address, status]).toEqual([address, 422])
  }
})

test('a public site sends to public addresses by https alone', async () => {
  const person = await outside.signedIn()
  for (const address of [
    endpoint,
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/',
    'https://db.local/x',
  ]) {
    expect([address, (await subscribe(outside, person, address)).status]).toEqual([address, 422])
  }
  expect((await subscribe(outside, person, 'https://push.example/x')).status).toBe(204)
  expect(
    ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '::ffff:10.0.0.1', 'fd00::1', 'fe80::1'].map(
      isPrivateAddress,
    ),
  ).not.toContain(false)
  expect(['93.184.216.34', '2a00:1450:4001::1'].map(isPrivateAddress)).not.toContain(true)
  expect(isPublicEndpoint('https://user:word@push.example/x')).toBe(false)
})

test('a site without keys offers no push', async () => {
  const bare = await testApp()
  expect((await subscribe(bare, await bare.signedIn(), endpoint)).status).toBe(409)
})
