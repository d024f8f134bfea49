import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNotificationEvent } from '#server/events/events.repo.ts'
import { testDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { type ProxyClient, proxies, startProxy } from '#server/testing/proxies.ts'
import { metadata, tus } from '#server/uploads/uploads.fixture.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'

const { db, pool, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'praktika-behind-'))
const env = {
  DATABASE_URL: url,
  DATA_DIR: folder,
  DEMO: 'false',
  PUBLIC_URL: 'https://school.example',
  DRAIN_SECONDS: '2',
}
const here = proxies.filter(({ missing }) => missing === null)
const sites: OwnSite[] = here.length > 0 ? await Promise.all([startOwnSite(env), startOwnSite(env)]) : []
const ports = sites.map(({ url }) => Number(new URL(url).port)) as [number, number]
const running = new Map(
  await Promise.all(here.map(async (proxy) => [proxy.name, await startProxy(proxy, ports)] as const)),
)
// before their database is dropped
afterAll(async () => {
  await Promise.all([...running.values()].map((proxy) => proxy.stop()))
  await Promise.all(sites.map((site) => site.stop()))
  await rm(folder, { recursive: true, force: true })
})

/** In bytes; a proxy that keeps an upload to itself until its end would keep all of it. */
const size = 10 * 1_048_576
const bytes = randomBytes(size)
const person = await buildUser(db)
const token = await signInAs(db, person)
const headers = { authorization: `Bearer ${token}` }

const proxyOf = (name: string) => {
  const proxy = running.get(name)
  if (!proxy) throw new Error(`${name} does not run.`)
  return proxy
}
const clientOf = (name: string): Promise<ProxyClient> => proxyOf(name).open()

describe.each(proxies)('$name with the configuration in ops/', ({ name, missing }) => {
  let client: ProxyClient
  beforeAll(async () => {
    if (!missing) client = await clientOf(name)
  })
  afterAll(() => client?.close())
  const because = missing ? ` (${missing})` : ''

  it.skipIf(missing)(`names the visitor's address, and not the one that they claim${because}`, async () => {
    const body = Buffer.from(JSON.stringify({ email: person.email, password: demoPassword }))
    const claimed = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
    expect((await client.ask('/api/auth/login', { method: 'POST', headers: claimed, body })).status).toBe(200)
    const { rows } = await pool.query('select network from sessions order by created_at desc limit 1')
    expect(rows).toEqual([{ network: '127.0.0.1' }])
  })

  it.skipIf(missing)(`leaves compressing and security headers to the site${because}`, async () => {
    const page = await client.ask('/', { headers: { 'accept-encoding': 'br' } })
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'strict-transport-security': expect.anything() })
  })

  it.skipIf(missing)(`refuses calls and files without TLS, and leads pages to https${because}`, async () => {
    const { askPlain } = proxyOf(name)
    for (const path of ['/api/settings/school', '/api/', '/files/a?b=c']) {
      const { status, headers, body } = await askPlain(path)
      expect({ path, status, location: headers.location }).toEqual({ path, status: 403, location: undefined })
      expect(headers['content-type']).toMatch(/^text\/plain/)
      expect(body).toContain('Use https')
    }
    for (const path of ['/', '/courses/1?tab=lessons', '/apiary'])
      expect(await askPlain(path)).toMatchObject({
        status: 301,
        headers: { location: `https://school.example${path}` },
      })
  })

  it.skipIf(missing)(`sends live events on at once${because}`, async () => {
    const stream = client.begin('/api/events', { headers })
    const received: string[] = []
    stream.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    await expect.poll(() => received.join('')).toContain('id:')
    await addNotificationEvent(db, [person.id])
    await expect.poll(() => received.join('')).toContain('notification')
    stream.close()
  })

  it.skipIf(missing)(`sends a large upload on as it comes, and parts of it back${because}`, async () => {
    const begun = await client.ask('/api/files', {
      method: 'POST',
      headers: {
        ...headers,
        ...tus,
        'upload-length': String(size),
        'upload-metadata': metadata({ filename: 'архив.bin', filetype: 'application/octet-stream' }),
      },
      body: Buffer.alloc(0),
    })
    expect(begun.status).toBe(201)
    const path = new URL(String(begun.headers.location), 'https://school.example').pathname
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const sending = client.begin(path, { method: 'PATCH', headers: { ...headers, ...tus, ...type } }, false)
    const answered = once(sending, 'response')
    sending.write(bytes.subarray(0, size / 2))
    // the site has most of what was sent, while the rest is still to come
    const stored = join(folder, 'files', path.split('/').at(-1) as string)
    const arrived = () =>
      stat(stored).then(
        (file) => file.size,
        () => 0,
      )
    await expect.poll(arrived).toBeGreaterThan(size / 4)
    sending.end(bytes.subarray(size / 2))
    const [answer] = (await answered) as [{ ':status': number; 'upload-offset'?: string }]
    expect(answer).toMatchObject({ ':status': 204, 'upload-offset': String(size) })
    const { file } = JSON.parse((await client.ask(path, { headers })).body.toString())
    const address = new URL(file.url, 'https://school.example')
    const part = await client.ask(`${address.pathname}${address.search}`, {
      headers: { range: `bytes=${size - 1000}-${size - 1}` },
    })
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes ${size - 1000}-${size - 1}/${size}` },
    })
    expect(part.body.equals(bytes.subarray(size - 1000))).toBe(true)
  })
})

const { missing: noNginx } = proxies.find(({ name }) => name === 'nginx') ?? { missing: 'нет nginx' }

/** A handshake of TLS 1.2; returns the suite that the proxy has chosen, null when it knows none of these. */
const agreeOn = (port: number, ciphers: string, options: ConnectionOptions = {}) =>
  new Promise<string | null>((resolve) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      servername: 'school.example',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ciphers,
      ...options,
    })
    socket.once('error', () => resolve(null))
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name)
      socket.destroy()
    })
  })

describe.each(proxies)('$name with the TLS of ops/', ({ name, missing }) => {
  const because = missing ? ` (${missing})` : ''

  it.skipIf(missing)(
    `knows neither old versions nor suites without forward secrecy or with CBC${because}`,
    async () => {
      const { port } = proxyOf(name)
      expect(await agreeOn(port, 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256')
      for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-GCM-SHA256', 'AES256-SHA'])
        expect({ weak, chosen: await agreeOn(port, weak) }).toEqual({ weak, chosen: null })
      const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }
      expect(await agreeOn(port, 'DEFAULT@SECLEVEL=0', old)).toBeNull()
    },
  )
})

it.skipIf(noNginx)('nginx prefers the strongest suite, whatever the browser would rather have', async () => {
  const { port } = proxyOf('nginx')
  const order = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
  expect(await agreeOn(port, order)).toBe('ECDHE-ECDSA-AES256-GCM-SHA384')
})

describe.each(proxies)('$name while nobody answers behind it', (stopped) => {
  const { missing } = stopped
  const because = missing ? ` (${missing})` : ''

  it.skipIf(missing)(`logs no path, as paths have the links of parents${because}`, async () => {
    const nobody = [await freePort(), await freePort()] as const
    const proxy = await startProxy(stopped, nobody)
    const client = await proxy.open()
    const { status } = await client.ask('/api/family/secret-of-a-parent', { headers: { authorization: 'Bearer abc' } })
    expect(status).toBeGreaterThanOrEqual(502)
    client.close()
    expect(await proxy.log()).not.toMatch(/secret-of-a-parent|Bearer/)
    await proxy.stop()
  })
})

it.skipIf(noNginx)(
  `nginx serves the files by which certbot renews the certificate${noNginx ? ` (${noNginx})` : ''}`,
  async () => {
    const { askPlain, folder } = proxyOf('nginx')
    await mkdir(join(folder, '.well-known', 'acme-challenge'), { recursive: true })
    await writeFile(join(folder, '.well-known', 'acme-challenge', 'token'), 'token.key')
    expect(await askPlain('/.well-known/acme-challenge/token')).toMatchObject({ status: 200, body: 'token.key' })
  },
)

const because = here.length > 0 ? '' : ' (нет ни nginx, ни Caddy)'
it.skipIf(here.length === 0)(
  `proxies fail no request while one of two processes stops${because}`,
  async () => {
    let isOver = false
    const loads = await Promise.all(
      here.map(async ({ name }) => {
        const client = await clientOf(name)
        const statuses: number[] = []
        const load = async () => {
          while (!isOver) statuses.push((await client.ask('/api/settings/school')).status)
          client.close()
        }
        return { name, statuses, ended: load() }
      }),
    )
    const more = async () => {
      const before = loads.map(({ statuses }) => statuses.length + 10)
      await expect.poll(() => loads.every(({ statuses }, at) => statuses.length > (before[at] ?? 0))).toBe(true)
    }
    await more()
    await sites[0]?.terminate()
    await more()
    isOver = true
    await Promise.all(loads.map(({ ended }) => ended))
    for (const { name, statuses } of loads)
      expect({ name, statuses: new Set(statuses) }).toEqual({ name, statuses: new Set([200]) })
  },
  60_000,
)
