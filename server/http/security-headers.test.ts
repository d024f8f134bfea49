import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const { app, deps } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const local = await testApp()

const scriptSources = async (host: string) => {
  const { headers } = await app.inject({ url: '/nope', headers: { host } })
  return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}
const own = 'school.example/build/'

it.each([
  ['SCHOOL.example', own],
  ['10.0.0.5:3000', `${own} 10.0.0.5:3000/build/`],
  ['localhost', `${own} localhost/build/`],
  ['[::1]:3000', `${own} 'self'`],
])('scripts come from the built bundles of the public host and of the requested one: %s', async (host, sources) => {
  expect(await scriptSources(host)).toBe(sources)
})

it.each(["a 'unsafe-inline'", 'a; script-src *', 'a,b', '*', 'a/x', '[a b]'])(
  'an invalid host adds nothing to the policy: %s',
  async (host) => {
    expect(await scriptSources(host)).toBe(own)
  },
)

const headersOfFile = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url, headers: { host: 'localhost' } })
  expect(statusCode).toBe(200)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  for (const name of [
    'reporting-endpoints',
    'permissions-policy',
    'x-frame-options',
    'x-powered-by',
    'access-control-allow-origin',
  ])
    expect(headers).not.toHaveProperty(name)
  return headers
}

it.each(['/covers/course-1.svg', '/build/service-worker.js'])(
  '%s has only those that mean something for a file',
  async (url) => {
    const headers = await headersOfFile(url)
    expect(headers['content-security-policy']).toBe(
      `default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';script-src ${own} localhost/build/`,
    )
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  },
)

it('every worker obeys the policy, other built files can only not be framed: nothing in them is a document', async () => {
  const folder = deps.renderer.clientFolders[0] ?? ''
  const names = (await readdir(join(folder, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name))
  expect(names.filter((name) => /worker/.test(name))).not.toEqual([])
  for (const name of names) {
    const headers = await headersOfFile(`/build/assets/${name}`)
    const policy = String(headers['content-security-policy'])
    if (/worker/.test(name)) expect(policy, name).toContain('script-src')
    else expect(policy, name).toBe("frame-ancestors 'none'")
  }
})

it('a built file keeps its connection without saying so, and closes it when it is asked to', async () => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const ask = (headers: string) => `GET /build/favicon.svg HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(ask('') + ask('Connection: close\r\n')))
  const heads = (await text(socket)).split('HTTP/1.1 200 OK').slice(1)
  expect(heads.map((head) => /\r\nconnection: (.*)\r/i.exec(head)?.[1])).toEqual([undefined, 'close'])
})

it('every built text names its character set', async () => {
  for (const url of ['/build/favicon.svg', '/build/service-worker.js', '/covers/course-1.svg', '/robots.txt', '/']) {
    const plain = await app.inject({ url })
    const small = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    for (const { headers } of [plain, small]) expect(headers['content-type'], url).toMatch(/; charset=utf-8$/)
  }
})

it.each([
  ['/', 200],
  ['/nope', 404],
  ['/api/health', 200],
  ['/api/nope', 404],
  ['/files/0123456789abcdef0123456789abcdef', 404],
  ['/build/nope.js', 404],
  ['/covers/course-1.svg', 200],
  ['/favicon.ico', 302],
  ['/robots.txt', 200],
  ['/calendar/nope.ics', 404],
  ['/scorm/runtime/1.2.js', 200],
  ['/api/docs', 200],
])('no response can be framed by another site: %s', async (url, status) => {
  const { statusCode, headers } = await app.inject({ url, headers: { host: 'localhost' } })
  expect([statusCode, headers['content-security-policy']]).toEqual([
    status,
    expect.stringMatching(/frame-ancestors '(none|self)'/),
  ])
})

it('what is no request comes back with the order to use https, on a secure site alone', async () => {
  const responses = [app, local.app].map(async (server) => {
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1', () => socket.write('ПРИВЕТ\r\n\r\n'))
    return /strict-transport-security: (.*)\r/i.exec(await text(socket))?.[1]
  })
  expect(await Promise.all(responses)).toEqual(['max-age=31536000', undefined])
})

it('the order to use https includes every name below the site’s own where its operator has said so', async () => {
  const whole = await testApp({ env: { PUBLIC_URL: 'https://school.example', HSTS_SUBDOMAINS: 'true' } })
  const { headers } = await whole.app.inject({ url: '/api/health', headers: { host: 'localhost' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await whole.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = whole.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1', () => socket.write('ПРИВЕТ\r\n\r\n'))
  expect(await text(socket)).toMatch(/strict-transport-security: max-age=31536000; includeSubDomains\r/i)
})

it('the policy of a secure site declares in both ways where browsers report what it has refused', async () => {
  const { headers } = await app.inject({ url: '/nope', headers: { host: 'localhost' } })
  expect(headers['content-security-policy']).toContain(';report-uri /policy-reports;report-to policy')
  expect(headers['reporting-endpoints']).toBe('policy="/policy-reports"')
})

it.each([
  ['a call', '/api/health', 200],
  ['a refusal', '/api/courses', 401],
])('%s lets a browser do nothing with what it returned', async (_kind, url, status) => {
  const { statusCode, headers } = await app.inject({ url, headers: { host: 'localhost' } })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
  })
  for (const name of ['permissions-policy', 'x-frame-options', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers).not.toHaveProperty(name)
})

it('a built script is the same however it is compressed, also when it is asked for again', async () => {
  const folder = deps.renderer.clientFolders[0] ?? ''
  const names = (await readdir(join(folder, 'assets'))).filter((name) => /^(index|shell)-.*\.(js|css)$/.test(name))
  expect(names.length).toBeGreaterThan(1)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const name of names) {
    const url = `/build/assets/${name}`
    const plain = await app.inject({ url })
    for (const encoding of ['br', 'gzip', 'identity', 'br'] as const) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      const used = (answer.headers['content-encoding'] ?? 'identity') as keyof typeof unpack
      expect(used).toBe(encoding)
      expect(unpack[used](answer.rawPayload)).toEqual(plain.rawPayload)
      for (const header of ['content-type', 'cache-control', 'vary', 'content-security-policy'])
        expect(answer.headers[header], header).toBe(plain.headers[header])
      const head = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': encoding } })
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)])
    }
  }
})
