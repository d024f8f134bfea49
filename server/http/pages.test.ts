import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { app, db, call } = await testApp()

afterEach(() => vi.restoreAllMocks())

const author = await buildUser(db)
const project = await buildProject(db, { authors: [author.id] })
const course = await buildCourse(db, { announced: true })
const paths = [
  '/',
  '/projects',
  `/projects/${project.id}`,
  `/users/${author.id}`,
  `/programs/${course.id}`,
  '/organisation',
  '/organisation/page1',
  '/documents/privacy',
  '/login',
  '/nowhere',
]

it.each(paths)('%s loads the settings of the school once', async (path) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await call('GET', path)
  const asked = query.mock.calls.filter((args) => JSON.stringify(args).includes('"school"'))
  expect(asked.length).toBe(1)
})

it.each(paths.slice(0, -1))('%s is not sent again to a browser that has it', async (path) => {
  const first = await call('GET', path)
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache'])
  const again = await app.inject({ url: path, headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await app.inject({ url: path, headers: { 'if-none-match': 'W/"another"' } })
  expect(other.statusCode).toBe(200)
  const head = await call('HEAD', path)
  expect([head.status, head.headers.etag, head.body]).toEqual([200, first.headers.etag, undefined])
  const unchanged = await call('HEAD', path, { headers: { 'if-none-match': String(first.headers.etag) } })
  expect([unchanged.status, unchanged.headers['content-length']]).toEqual([304, undefined])
})

it('says of a certificate that is not there what to do about its number', async () => {
  const { status, body } = await call('GET', '/certificates/7HQ3-VD8N')
  expect(status).toBe(404)
  expect(body).toContain('Ошибка 404</h1>')
  expect(body).toContain('Сертификата с таким номером нет.')
  expect((await call('GET', '/projects/999999999')).body).toContain('Такой страницы нет.')
})

it('returns 404 for a bundle that is not there, which no cache keeps', async () => {
  const { status, headers } = await call('GET', '/build/nope.js')
  expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
})

it.each(['/nowhere', '/projects/999999999'])('returns 404 with a document that is not cached: %s', async (path) => {
  const { status, headers, body } = await call('GET', path)
  expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-cache'])
  // complete, so that it is readable without scripts; it has nothing for search engines
  expect(body).toContain('Ошибка 404</h1>')
  expect(body).not.toContain('id="data"')
  expect(body).not.toContain('canonical')
  // signed-in users may see what guests may not, and wait for the app in its place
  const isThing = path !== '/nowhere'
  expect(body.includes('class="boot-spinner"')).toBe(isThing)
  expect(body.includes('data-personal')).toBe(isThing)
})

it.each(['family', 'parent-consent', 'confirm-email', 'reset-password', 'unsubscribe'])(
  '/%s/TOKEN is kept from search engines',
  async (name) => {
    const { headers, body } = await call('GET', `/${name}/a-token`)
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('rel="canonical"')
    expect((await call('GET', '/robots.txt')).body).toContain(`Disallow: /${name}/\n`)
    expect((await call('GET', '/login')).headers['x-robots-tag']).toBeUndefined()
  },
)

it('lets search engines index the gallery whatever link led to it, but not each of its searches', async () => {
  const robots = async (query: string) =>
    String((await call('GET', `/projects${query}`)).body).includes('content="noindex"')
  expect([await robots(''), await robots('?utm_source=letter'), await robots('?fbclid=1')]).toEqual([
    false,
    false,
    false,
  ])
  expect([await robots('?search=x'), await robots('?tag='), await robots('?sort=popular')]).toEqual([true, true, true])
})

it('escapes text of an address that would end a script or a document', async () => {
  const injection = encodeURIComponent('\u0000</script><script>alert(1)</script>"onfocus=')
  const { status, body } = await call('GET', `/projects?search=${injection}&tag=${injection}`)
  expect(status).toBe(200)
  expect(body).not.toContain('\u0000')
  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('"onfocus=')
})
