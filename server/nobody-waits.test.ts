import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import { consents } from '#server/consents/consents.table.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { endOfCheck } from '#server/organisation/checked-section.fixture.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { longestBlock } from '#server/testing/longest-block.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

/**
 * Max time that one call may keep the process from serving others, in milliseconds of CPU time of the main thread: work
 * that takes longer belongs in a worker, in the database, or in batches.
 */
const maxBlockMs = 200

const { app, db, call, signedIn } = await testApp()
const [curator, author] = await Promise.all([signedIn({ role: 'curator' }), signedIn()])
const project = await buildProject(db, { authors: [author.id] })
// loading modules on the first call does not count
await app.inject({ url: `/projects/${project.id}` })
await app.inject({ url: '/organisation/page1' })

const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

const send = (method: 'PUT' | 'POST', url: string, body: unknown, who = curator): InjectOptions => ({
  method,
  url,
  payload: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { ...as(who), 'content-type': 'application/json' },
})
const get = (url: string, who = curator): InjectOptions => ({ method: 'GET', url, headers: as(who) })

/** Makes a call and checks that it did not block others for long. */
const expectQuick = async (request: InjectOptions, statuses: number[] = [200]) => {
  let status = 0
  const block = await longestBlock(async () => {
    // to gather a body of ten megabytes into one text blocks longer than to send it
    const response = await app.inject({ ...request, payloadAsStream: true })
    status = response.statusCode
    for await (const _ of response.stream());
  })
  expect({ url: request.url, status, isQuick: block < maxBlockMs, block }).toEqual({
    url: request.url,
    status: expect.toSatisfy((status: number) => statuses.includes(status)),
    isQuick: true,
    block,
  })
}

/** The longest text that can be sent: 200,000 characters. */
const full = (piece: string, end = '') => {
  const times = Math.floor(199_900 / (piece.length + end.length))
  return piece.repeat(times) + end.repeat(times)
}
const file = '/files/0123456789abcdef0123456789abcdef'
const code = (language: string, piece: string) =>
  full(`<pre><code class="language-${language}">${piece.repeat(Math.floor(19_000 / piece.length))}</code></pre>`)

const texts: Record<string, string> = {
  'one paragraph': `<p>${'а'.repeat(199_000)}</p>`,
  'empty paragraphs': full('<p></p>'),
  'paragraphs without an end': full('<p>'),
  'ends without a beginning': full('</p>'),
  'line breaks': full('<br>'),
  quotes: full('<blockquote>', '</blockquote>'),
  'quotes as deep as they go': ('<blockquote>'.repeat(499) + '</blockquote>'.repeat(499)).repeat(15),
  lists: full('<ul><li>', '</li></ul>'),
  'check lists': full('<ul data-type="taskList"><li data-checked="true"><p>а</p></li></ul>'),
  marks: full('<strong><em><u>а</u></em></strong>'),
  'a huge table': `<table><tbody>${full('<tr><td>а</td><td>б</td></tr>')}`,
  pictures: full(`<img src="${file}" alt="" />`),
  films: full(`<video src="${file}"></video>`),
  files: full(`<a data-type="file" href="${file}" data-size="1">x</a>`),
  links: full('<a href="https://a.example">x</a>'),
  'a long link': `<a href="https://a.example/${'%F0'.repeat(66_000)}">x</a>`,
  details: full('<details><summary>а</summary><div data-type="detailsContent">', '</div></details>'),
  callouts: full('<aside data-callout="info">', '</aside>'),
  attributes: `<p ${'a=1 '.repeat(49_000)}>`,
  classes: `<code class="${'a '.repeat(99_000)}">x</code>`,
  'signs of markup': '<'.repeat(199_000),
  ampersands: '&'.repeat(199_000),
  comments: full('<!--'),
  styles: full('<style>'),
  'attributes of formulas': full(' data-latex="'),
  formulas: '<span data-type="inline-math" data-latex="\\sqrt{x^2}"></span>'.repeat(500),
  'signs on one letter': `а${'\u0301\u0316'.repeat(99_000)}`,
  ...Object.fromEntries(
    [
      ['markdown', '*_'],
      ['html', '&lt;a '],
      ['php', '&lt;?php '],
      ['js', '(a='],
      ['cpp', 'a&lt;'],
      ['swift', '@a('],
      ['sql', 'a '],
    ].map(([language = '', piece = '']) => [`code in ${language}`, code(language, piece)]),
  ),
}

describe('a text of max length', () => {
  it.each(Object.entries(texts))('%s', async (_, content) => {
    await expectQuick(send('PUT', `/api/projects/${project.id}`, { content }, author), [200, 422])
    await expectQuick(get(`/projects/${project.id}`))
    await expectQuick(get(`/api/projects/${project.id}`))
  })

  it.each([
    ['with macros that multiply', `\\def\\a#1{${'#1'.repeat(380)}}\\a{\\a{\\a{x}}}`],
    ['with as many signs as it may have', 'x^2'.repeat(660)],
    ['with a huge matrix', `\\begin{matrix}${'&amp;'.repeat(1900)}\\end{matrix}`],
    ['of many levels', `${'\\hat{'.repeat(200)}x${'}^2'.repeat(200)}`],
  ])('with formulas that were kept before they were refused: %s', async (_, latex) => {
    const content = `<p>${`<span data-type="inline-math" data-latex="${latex}"></span>`.repeat(90)}</p>`
    await db.execute(sql`update projects set content = ${content} where id = ${project.id}`)
    await expectQuick(get(`/projects/${project.id}`))
    const { status, body } = await call('GET', `/projects/${project.id}`)
    expect([status, body.includes('<h1')]).toEqual([200, true])
    const refused = await call('PUT', `/api/projects/${project.id}`, { token: author.token, body: { content } })
    expect([status, refused.status]).toEqual([200, 422])
  })
})

it('with formulas kept from before stays readable everywhere', async () => {
  const bomb = '<p><span data-type="inline-math" data-latex="\\def\\a{\\a\\a}\\a"></span></p>'
  const course = await buildCourse(db, { announcement: bomb, announced: true, status: 'published', content: bomb })
  await db.execute(sql`
    insert into organisation_pages (number, content)
    values (5, ${JSON.stringify({ before: bomb, after: bomb, blocks: {}, more: [] })}::jsonb)`)
  for (const url of [
    `/api/courses/${course.id}`,
    `/api/programs/${course.id}`,
    `/programs/${course.id}`,
    '/api/organisation/pages/5',
    '/api/organisation/pages/5/draft',
    '/organisation/page5',
  ]) {
    const { status, body } = await call('GET', url, { token: curator.token })
    expect([url, status, JSON.stringify(body).includes('def')]).toEqual([url, 200, true])
  }
})

describe('a body of max size', () => {
  const many = <Value>(length: number, value: Value) => Array.from({ length }, () => value)
  const nested = JSON.parse('['.repeat(97) + ']'.repeat(97))
  const ofProject = `/api/projects/${project.id}`
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  /** The same letters, each time in another order. */
  const turned = (from: string[], nth: number) => from.toSorted((a, b) => hash(`${nth}${a}`) - hash(`${nth}${b}`))
  const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 7)
  /** As many objects with these names as there is room for. */
  const objectsOf = (namesOf: (nth: number) => string[]) => {
    const parts: string[] = []
    for (let size = 20; size < 2_000_000; size += (parts.at(-1)?.length ?? 0) + 1)
      parts.push(`{${namesOf(parts.length).map((name) => `"${name}":1`)}}`)
    return `{"tags":[${parts}]}`
  }

  it.each([
    ['of brackets', send('PUT', '/api/settings/home', '['.repeat(1_000_000) + ']'.repeat(1_000_000))],
    ['of ids', send('PUT', '/api/settings/home', { project_ids: many(300_000, 1) })],
    ['of words', send('PUT', ofProject, { tags: many(300_000, 'aa') }, author)],
    ['of names', send('PUT', ofProject, `{${many(150_000, 0).map((_, key) => `"k${key}":1`)}}`, author)],
    [
      'of objects with other names',
      send(
        'PUT',
        ofProject,
        objectsOf((nth) => [`n${(nth * 7919) % 19_999}`]),
        author,
      ),
    ],
    [
      'of the same names in other orders',
      send(
        'PUT',
        ofProject,
        objectsOf((nth) => turned(letters, nth)),
        author,
      ),
    ],
    [
      'of empty objects',
      send(
        'PUT',
        ofProject,
        objectsOf(() => []),
        author,
      ),
    ],
    ['of one name', send('PUT', ofProject, { name: 'a'.repeat(2_000_000) }, author)],
    [
      'of one name of signs on one letter',
      send('PUT', ofProject, { name: `а${'\u0301\u0316'.repeat(350_000)}` }, author),
    ],
    ['of a draft', send('PUT', '/api/drafts/lesson:12', { value: many(300_000, 'a'), revision: 0 })],
    ['of a draft of empty lists', send('PUT', '/api/drafts/lesson:12', { value: many(160_000, {}), revision: 0 })],
    ['of a draft of lists in lists', send('PUT', '/api/drafts/lesson:13', { value: many(1000, nested), revision: 0 })],
    [
      'of fields of the organisation section',
      send('PUT', '/api/organisation/pages/3/draft', {
        content: {
          before: '',
          after: '',
          more: [],
          blocks: { a: { rows: [{ id: 'a', values: Object.fromEntries(many(180_000, 0).entries()) }] } },
        },
        revision: 0,
      }),
    ],
    ['of an address', send('POST', '/api/auth/login', { email: 'a.'.repeat(900_000), password: 'x' })],
  ])('%s', async (_, request) => {
    await expectQuick(request, [200, 422])
  })

  it.each(['а'.repeat(200), 'абвг '.repeat(40), '"'.repeat(200), '&|!():*'.repeat(28), 'слово-'.repeat(33)])(
    'a search for %s',
    async (search) => {
      await expectQuick(get(`/api/projects?search=${encodeURIComponent(search)}`))
    },
  )
})

const people = await db
  .insert(users)
  .values(
    Array.from({ length: 500 }, (_, nth) => ({
      name: 'Иван',
      surname: `Петров-${nth}`,
      email: `${nth}@school.example`,
      role: 'student' as const,
      password_hash: demoPassword,
    })),
  )
  .returning({ id: users.id })
const course = await buildCourse(db, { teachers: [curator.id], students: people.map(({ id }) => id) })
for (let nth = 0; nth < 60; nth += 1) {
  const lesson = await buildLesson(db, { course_id: course.id })
  await buildAssignment(db, { lesson_id: lesson.id })
}
for (let hours = 0; hours < 20; hours += 1) {
  const moment = new Date(Date.now() - hours * hourMs).toISOString()
  await db.insert(consents).values(
    people.map(({ id }) => ({
      user_id: id,
      document: 'personal-data' as const,
      version: 1,
      address: '127.0.0.1',
      given_at: moment,
      withdrawn_at: moment,
    })),
  )
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('a large school', { timeout: 120_000 }, () => {
  // that of the texts above is not the fault of what is measured here
  beforeEach(collectGarbage)

  it.each([
    `/api/courses/${course.id}/journal`,
    `/api/courses/${course.id}/journal/export?format=csv&time_zone=Europe/Moscow`,
    `/api/courses/${course.id}/journal/export?format=xlsx&time_zone=Europe/Moscow`,
    '/api/consents/export?time_zone=Europe/Moscow',
    `/api/courses/${course.id}`,
    '/api/users?search=петров',
    `/og/project-${project.id}.png`,
    `/og/user-${curator.id}.png`,
  ])('%s', async (url) => {
    await expectQuick(get(url))
  })

  it('sends people the data kept about them', async () => {
    for (let nth = 0; nth < 50; nth += 1) {
      await buildProject(db, { authors: [author.id], content: texts['a huge table'] as string })
    }
    await expectQuick(get(`/api/users/${author.id}/export`, author))
  })

  it('publishes long pages of the organisation section, and checks them', async () => {
    const number = 3
    const page = registryPage(number, { edition: 10, university: false })
    const { draft } = (await call('GET', `/api/organisation/pages/${number}/draft`, { token: curator.token })).body
    const content = { ...draft.content, before: texts['a huge table'], after: texts.links }
    expect(page?.blocks.length).toBeGreaterThan(0)
    await expectQuick(send('PUT', `/api/organisation/pages/${number}/draft`, { content, revision: draft.revision }))
    await expectQuick(send('POST', `/api/organisation/pages/${number}/publish`, { revision: draft.revision + 1 }))
    await expectQuick(get(`/organisation/page${number}`))
    const block = await longestBlock(async () => {
      await call('POST', '/api/organisation/check', { token: curator.token })
      expect((await endOfCheck(call, curator.token)).state).toBe('ready')
    })
    expect(block).toBeLessThan(maxBlockMs)
  })
})
