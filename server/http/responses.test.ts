import { get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { errors } from '#contract/http/errors.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { app, db, call, signedIn, config } = await testApp()
const secure = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const curator = await signedIn({ role: 'curator' })
const course = await buildCourse(db, { teachers: [curator.id] })

type Received = Awaited<ReturnType<typeof call>>

const json = { 'content-type': 'application/json' }
const signIn = (body: unknown, headers: Record<string, string> = json) =>
  call('POST', '/api/auth/login', { body, headers })

/** Sends text to the port and collects everything until the server hangs up. */
const sendRaw = async (request: string) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) }
}

/** RFC 9457 in Russian, without internal details. */
const expectProblem = ({ status, body, headers }: Received, expected: number) => {
  expect([status, headers['cache-control']]).toEqual([expected, 'no-store'])
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const code = String(body.type).replace('urn:praktika:problem:', '')
  expect(Object.keys(errors)).toContain(code)
  expect(body).toMatchObject({
    status: expected,
    title: expect.stringMatching(/[а-я]/),
    detail: expect.stringMatching(/[а-я]/),
  })
  const allowed = ['type', 'title', 'status', 'detail', 'errors', ...(expected < 500 ? [] : ['instance'])]
  expect(Object.keys(body).filter((key) => !allowed.includes(key))).toEqual([])
  for (const sentences of Object.values(body.errors ?? {}) as string[][]) {
    for (const sentence of sentences) expect(sentence).toMatch(/[а-яё]/)
  }
  expect(JSON.stringify(body)).not.toMatch(
    /select |insert |\.ts:|node_modules|\/work|\bInvalid\b|expected|object|undefined/,
  )
}

describe('a body', () => {
  it.each(['{"email"', '{email: 1}', "{'a': 1}", '\u0000', '[1,]', 'undefined', '\ufeff{}', '{"a":1}{"b":2}'])(
    'that is no JSON is refused: %j',
    async (body) => expectProblem(await signIn(body), 422),
  )

  it('of another type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'garbage',
      'text/html',
      'application/jsonp',
      '',
    ]) {
      expectProblem(await signIn('{"email":"a@b.ru","password":"x"}', { 'content-type': type }), 422)
    }
    expectProblem(await signIn('--x--', { 'content-type': 'multipart/form-data; boundary=x' }), 422)
  })

  it('may declare its character set', async () => {
    const form = JSON.stringify({ email: curator.user.email, password: 'demo-password' })
    expect((await signIn(form, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
    expect((await signIn(form, { 'content-type': 'APPLICATION/JSON' })).status).toBe(200)
  })

  it('is refused with a readable sentence, even where no field has its own', async () => {
    const sentencesOf = async (path: string, body: object) =>
      (await call('POST', path, { token: curator.token, body })).body.errors
    expect(await sentencesOf('/api/projects', { name: 'Плакат', tags: Array(21).fill('шрифт') })).toEqual({
      tags: ['Слишком много: можно не больше 20'],
    })
    const lesson = { course_id: course.id, name: 'Урок', publish_at: 'завтра', section_id: 0 }
    expect(await sentencesOf('/api/lessons', lesson)).toEqual({
      publish_at: ['Такое значение не подходит'],
      section_id: ['Не меньше 1'],
    })
    const criteria = [{ name: 'Сетка', points: 1001 }]
    expect(
      await sentencesOf('/api/lessons', {
        ...lesson,
        publish_at: '',
        section_id: 1,
        assignment: { text: '', criteria },
      }),
    ).toEqual({
      publish_at: ['Заполните это поле'],
      'assignment.criteria.0.points': ['Не больше 1000'],
    })
  })

  it('of the wrong shape is refused field by field', async () => {
    for (const body of [
      'null',
      '[]',
      '5',
      '"слово"',
      'true',
      '',
      '{}',
      '[[[[]]]]',
      '{"email":{"$ne":null},"password":[]}',
    ]) {
      expectProblem(await signIn(body), 422)
    }
    const { body } = await call('POST', '/api/auth/register', {
      body: { name: null, surname: 5, email: {}, consent: 1 },
    })
    expect(Object.keys(body.errors).sort()).toEqual(['consent', 'email', 'name', 'password', 'surname'])
  })

  it('of 3 MB is refused, and so is one of any size from a guest', async () => {
    const large = JSON.stringify({ name: 'x', content: 'x'.repeat(3_000_000) })
    expectProblem(await call('POST', '/api/courses', { token: curator.token, body: large, headers: json }), 413)
    expectProblem(await call('POST', '/api/courses', { body: large, headers: json }), 401)
  })

  it('nested absurdly deep still gets a response', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expectProblem(await signIn(deep), 422)
    expectProblem(await signIn(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), 422)
  })

  it('with __proto__ changes no prototype', async () => {
    const body = '{"name":"Курс","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const { status } = await call('PUT', `/api/courses/${course.id}`, { token: curator.token, body, headers: json })
    expect([status, ({} as { polluted?: number }).polluted]).toEqual([200, undefined])
  })

  it.each(['a\u0000b', '\ud800', '\udfff x', '\u202eabc', '👩‍👩‍👧', '\u0000'])(
    'may contain any text: %j',
    async (text) => {
      const { token } = curator
      const path = `/api/courses/${course.id}`
      const responses = [
        await call('POST', '/api/courses', { token, body: { name: text, summary: text, content: text } }),
        await call('PUT', path, { token, body: { name: `x${text}`, sections: [{ name: `x${text}` }] } }),
        await call('POST', '/api/lessons', {
          token,
          body: {
            course_id: course.id,
            name: `x${text}`,
            assignment: { text, criteria: [{ name: `x${text}`, description: text }] },
          },
        }),
        await call('PUT', `/api/users/${curator.id}`, { token, body: { name: `x${text}`, about: text } }),
        await call('POST', '/api/projects', {
          token,
          body: { name: `x${text}`, summary: text, content: text, tags: [`x${text}`] },
        }),
        await call('POST', '/api/auth/login', { body: { email: text, password: text } }),
        await call('POST', '/api/auth/login', { body: { email: `${text}@b.ru`, password: text } }),
        await call('POST', '/api/auth/forgot-password', { body: { email: `${text}@b.ru` } }),
        await call('POST', '/api/auth/reset-password', {
          body: { email: 'a@b.ru', token: text, password: `${text}12345678` },
        }),
        await call('PUT', `/api/users/${curator.id}/password`, {
          token,
          body: { current_password: text, password: `${text}12345678` },
        }),
        await call('PUT', '/api/organisation/pages/1', { token, body: { content: text } }),
      ]
      for (const [i, { status }] of responses.entries())
        expect([i, status]).toEqual([i, expect.toSatisfy((code: number) => code < 500)])
      for (const path of ['users', 'users/students', 'tasks', 'projects']) {
        const search = encodeURIComponent(text.toWellFormed())
        expect((await call('GET', `/api/${path}?search=${search}`, { token })).status).toBe(200)
      }
      expect((await call('GET', `/api/projects?tag=${encodeURIComponent(text.toWellFormed())}`)).status).toBe(200)
    },
  )
})

describe('an address', () => {
  const strange = [
    '0',
    '-1',
    '1.5',
    'abc',
    '99999999999',
    '1e3',
    '0x1',
    '%31e0',
    '1%20',
    '+1',
    '١',
    'null',
    '9'.repeat(300),
    '%00',
    '%zz',
    '%ff',
  ]

  it.each(strange)('with the id %s gets a 404', async (id) => {
    for (const [method, path] of [
      ['GET', '/api/courses/'],
      ['PUT', '/api/courses/'],
      ['DELETE', '/api/lessons/'],
      ['GET', '/api/tasks/'],
      ['GET', '/api/users/'],
      ['GET', '/api/projects/'],
    ] as const) {
      const response = await call(method, `${path}${id}`, {
        token: curator.token,
        ...(method === 'PUT' ? { body: {} } : {}),
      })
      // «students» is no id either, but is a different call
      expectProblem(response, 404)
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('that does not exist returns 404: JSON under /api and to other methods, the page elsewhere', async () => {
    for (const path of ['/api', '/api/', '/api/nope', '/api/courses/1/nope', '/api/%zz', `/api/${'x'.repeat(5000)}`]) {
      expectProblem(await call('GET', path), 404)
      expectProblem(await call('POST', path, { body: {} }), 404)
    }
    expectProblem(await call('PUT', '/api/courses', { body: {} }), 404)
    for (const method of ['DELETE', 'QUERY' as 'GET'] as const) expectProblem(await call(method, '/nope'), 404)
    for (const path of [
      '/nope',
      '/courses/abc',
      '/users/1e3',
      '/%zz',
      '/%ff',
      '/tasks/1',
      '/organisation/page15',
      `/${'x'.repeat(5000)}`,
    ]) {
      const { status, headers, body } = await call('GET', path)
      expect([path, status]).toEqual([path, 404])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toContain('<title>Практика — Ошибка 404</title>')
    }
  })

  it('with two slashes is neither another host nor a failure', async () => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) =>
        get({ port, path }, (response) => resolve(response.resume().statusCode)).on('error', reject),
      )
    expect([await statusOf('//'), await statusOf('//[')]).toEqual([200, 404])
    expect([await statusOf('//evil.example/login'), await statusOf('//api/health')]).toEqual([404, 404])
  })

  it('may end with a slash', async () => {
    expect((await call('GET', `/api/courses/${course.id}/`, { token: curator.token })).status).toBe(200)
    expect((await call('GET', '/login/')).status).toBe(200)
  })
})

describe('every call', () => {
  it('asks guests to sign in before anything else unless it is public', async () => {
    for (const { method, path, access } of endpoints) {
      if (access === 'public') continue
      const response = await call(method, path.replace(/\{\w+\}/g, 'abc'), { body: '{', headers: json })
      expectProblem(response, 401)
    }
  })
})

describe('headers', () => {
  const kinds: [string, string, number][] = [
    ['an unknown call', '/api/nope', 404],
    ['a page', '/', 200],
    ['an unknown page', '/nope', 404],
    ['an address that cannot be decoded', '/%zz', 404],
    ['a served page', '/organisation', 200],
    ['a file that is not there', '/build/nope.js', 404],
    ['the description', '/api/docs/json', 200],
    ['the page of the description', '/api/docs', 200],
    ['the manifest of the build', '/build/.vite/manifest.json', 404],
    ['the same by its other name', '/build/%2evite/manifest.json', 404],
    ['the template of the documents', '/build/index.html', 404],
    ['the same by its other name', '/build/%69ndex.html', 404],
    ['the same, compressed', '/build/index.html.br', 404],
  ]

  it.each(kinds)('of %s', async (_kind, path, status) => {
    for (const [server, https] of [
      [app, false],
      [secure.app, true],
    ] as const) {
      const { statusCode, headers } = await server.inject(path)
      expect(statusCode).toBe(status)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/default-src 'self'/)
      const folder = path.startsWith('/api/docs') ? '/api/docs/static/' : '/build/'
      const hosts = [new URL(https ? 'https://school.example' : config.publicUrl).host, 'localhost:80']
      const scripts = hosts.map((host) => host + folder).join(' ')
      for (const name of ['script-src', 'worker-src']) expect(policy.split(';')).toContain(`${name} ${scripts}`)
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
      expect(policy.includes('upgrade-insecure-requests')).toBe(https)
      expect(headers['strict-transport-security']).toBe(https ? 'max-age=31536000' : undefined)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy']).toMatch(/microphone=\(self\).*camera=\(\).*geolocation=\(\)/)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it.each([
    ['no HTTP', 'ПРИВЕТ\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a request to no host', 'GET /api/nope HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    ['an unknown wish', 'GET /api/nope HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n', 404],
    ['a climbing path', 'GET /build/../../package.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('of %s', async (_kind, request, status) => {
    const response = await sendRaw(request)
    expectProblem(response, status)
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'self';/)
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it('forbid caching what a call returned', async () => {
    for (const path of ['/api/auth/user', '/api/courses', '/api/assets-version', '/api/courses/999']) {
      const { headers } = await call('GET', path, { token: curator.token })
      expect([path, headers['cache-control']]).toEqual([path, 'no-store'])
    }
  })

  it('let a document run nothing but its own files', async () => {
    const { body } = await call('GET', '/organisation')
    for (const [, attributes, code] of body.matchAll(/<script([^>]*)>([^<]*)/g)) {
      if (!/type="(application\/(ld\+)?json|text\/plain)"/.test(attributes))
        expect([attributes.includes('src="/'), code.trim()]).toEqual([true, ''])
    }
    expect(body).not.toMatch(/ on\w+="|javascript:|src="(https?:)?\/\//)
    // links that people may follow are not loaded, nor is the page's own address
    const loaded = [...body.matchAll(/<link [^>]*>/g)]
      .map(([link]) => link)
      .filter((link) => !/rel="canonical"/.test(link))
    expect(loaded.filter((link) => /href="(https?:)?\/\//.test(link))).toEqual([])
  })
})

describe('internal failures', () => {
  it('are not revealed', async () => {
    await db.execute(sql`alter table document_versions rename to away`)
    try {
      const response = await call('GET', '/api/documents/privacy')
      expectProblem(response, 500)
      expect(response.headers['content-security-policy']).toBeTruthy()
      const page = await call('GET', '/documents/privacy')
      expect(page.status).toBe(500)
      expect(JSON.stringify(page.body)).not.toMatch(/select|relation|\.ts/)
    } finally {
      await db.execute(sql`alter table away rename to document_versions`)
    }
  })

  it('are logged without what people sent', async () => {
    const logged: unknown[] = []
    const keeping = { error: (...details: unknown[]) => logged.push(details) }
    const child = vi.spyOn(app.log, 'child').mockImplementation(() => Object.assign(Object.create(app.log), keeping))
    await db.execute(sql`alter table throttle_hits rename to away`)
    try {
      const response = await signIn({ email: 'maria@school.example', password: 'x' })
      expectProblem(response, 500)
      expect(response.body.instance).toBe(`urn:praktika:request:${child.mock.calls[0]?.[0]?.reqId}`)
    } finally {
      child.mockRestore()
      await db.execute(sql`alter table away rename to throttle_hits`)
    }
    const log = JSON.stringify(logged)
    expect(log).toMatch(/"POST","route":"\/api\/auth\/login".*relation .*throttle_hits.* does not exist.*throttle\.ts/)
    expect(log).not.toContain('maria')
  })

  it('include a site that is not ready, which has its own message', async () => {
    expect((await call('GET', '/api/health')).body).toEqual({ status: 'ok' })
    expect((await call('GET', '/api/ready')).body).toEqual({ status: 'ready' })
    expect((await call('GET', '/api/ready?visitor=1')).body).toEqual({ status: 'ready', visitor: '127.0.0.1' })
    await secure.deps.pool.end()
    expectProblem(await secure.call('GET', '/api/health'), 503)
    expectProblem(await secure.call('GET', '/api/health', { token: curator.token }), 503)
    expectProblem(await secure.call('GET', '/api/projects'), 503)
  })
})
