// @alone: the drawings of one process are counted, whoever asks for them
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { pages } from '#contract/pages.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { drawLinkPicture } from '#server/pictures/draw-link-picture.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { app, deps, db, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })

const addresses = async () => {
  const { body } = await call('GET', '/sitemap.xml')
  return [...String(body).matchAll(/<loc>https:\/\/school\.example(.*?)<\/loc>/g)].map(([, path]) => path as string)
}

describe('sitemap.xml', () => {
  it('lists what is public, with the day of its last change', async () => {
    const [author, teacher, quiet] = await Promise.all([
      buildUser(db),
      buildUser(db, { role: 'teacher' }),
      buildUser(db),
    ])
    const course = await buildCourse(db, { teachers: [teacher.id], announced: true })
    const published_at = '2026-05-01T10:00:00.000Z'
    const project = await buildProject(db, { authors: [author.id], tags: ['карты & люди'], published_at })
    const hidden = await Promise.all([
      buildProject(db, { authors: [quiet.id], status: 'draft', tags: ['секрет'] }),
      buildProject(db, { authors: [quiet.id], status: 'hidden' }),
      buildProject(db, { authors: [quiet.id], visibility: 'school' }),
      buildProject(db, { authors: [quiet.id], visibility: 'link' }),
      buildProject(db, { authors: [quiet.id], visibility: 'me' }),
    ])
    const drafts = await Promise.all([
      buildCourse(db, { status: 'draft', announced: true, teachers: [quiet.id] }),
      buildCourse(db, { status: 'archived', announced: true }),
      buildCourse(db, { teachers: [quiet.id] }),
    ])
    const { body, headers } = await call('GET', '/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    expect(body).toContain(
      `<url><loc>https://school.example/projects/${project.id}</loc><lastmod>${published_at}</lastmod></url>`,
    )
    const paths = await addresses()
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/projects',
        '/organisation',
        '/sveden',
        '/organisation/page14',
        `/programs/${course.id}`,
        `/users/${author.id}`,
        `/users/${teacher.id}`,
        `/tags/${encodeURIComponent('карты & люди')}`,
      ]),
    )
    for (const { id } of hidden) expect(paths).not.toContain(`/projects/${id}`)
    for (const { id } of drafts) expect(paths).not.toContain(`/programs/${id}`)
    expect(paths).not.toContain(`/users/${quiet.id}`)
    expect(paths).not.toContain(`/tags/${encodeURIComponent('секрет')}`)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('has the day when an announcement last changed: its course, or a lesson of its plan', async () => {
    const { token } = await signedIn({ role: 'curator' })
    const course = await buildCourse(db, { announced: true })
    const dayOf = async (path: string) => {
      const { body } = await call('GET', '/sitemap.xml')
      return new RegExp(`${path}</loc><lastmod>(.*?)</lastmod>`).exec(String(body))?.[1] ?? ''
    }
    const path = `/programs/${course.id}`
    await db.execute(sql`update courses set changed_at = '2026-01-01T00:00:00Z'`)
    expect(await dayOf(path)).toBe('2026-01-01T00:00:00.000Z')
    await buildLesson(db, { course_id: course.id, publish_at: '2026-02-01T00:00:00.000Z' })
    await buildLesson(db, { course_id: course.id, publish_at: '2199-01-01T00:00:00.000Z' })
    await buildLesson(db, { course_id: course.id, status: 'draft' })
    expect(await dayOf(path)).toBe('2026-02-01T00:00:00.000Z')
    const before = new Date().toISOString()
    const changed = await call('PUT', `/api/courses/${course.id}`, { token, body: { summary: 'Иначе' } })
    expect(changed.status).toBe(200)
    expect((await dayOf(path)) >= before).toBe(true)
    expect((await dayOf('school.example/')) >= before).toBe(true)
  })

  it('lists a tag once, in the spelling that most projects use, and no project of somebody about to be erased', async () => {
    const [author, leaving] = [await buildUser(db), await buildUser(db, { erase_at: '2199-01-01T00:00:00.000Z' })]
    for (const tag of ['Вёрстка', 'верстка', 'Вёрстка']) await buildProject(db, { authors: [author.id], tags: [tag] })
    const gone = await buildProject(db, { authors: [leaving.id] })
    const paths = await addresses()
    expect(paths.filter((path) => /^\/tags\/в/i.test(decodeURIComponent(path)))).toEqual([
      `/tags/${encodeURIComponent('Вёрстка')}`,
    ])
    expect(paths).not.toContain(`/projects/${gone.id}`)
    for (const path of paths) expect([path, (await call('GET', path)).status]).toEqual([path, 200])
  })

  it('has one part while the addresses fit', async () => {
    expect((await call('GET', '/sitemap-1.xml')).status).toBe(200)
    for (const path of ['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-99999.xml', '/sitemap-x.xml']) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 404])
    }
  })
})

describe('the addresses of the map', () => {
  it('are listed once, until one of them changes', async () => {
    await expect.poll(app.kept.catchUp).toBe(true)
    const project = await buildProject(db, { authors: [(await buildUser(db)).id] })
    const path = `/projects/${project.id}`
    expect(await addresses()).toContain(path)
    const query = vi.spyOn(deps.pool, 'query')
    expect(await addresses()).toContain(path)
    expect((await call('GET', '/sitemap-1.xml')).status).toBe(200)
    expect(query).not.toHaveBeenCalled()
    await db.execute(sql`update projects set visibility = 'school' where id = ${project.id}`)
    expect(await addresses()).not.toContain(path)
  })
})

describe('robots.txt', () => {
  it('links to the map, and excludes pages for signed-in people', async () => {
    const { status, body, headers } = await call('GET', '/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toContain('Sitemap: https://school.example/sitemap.xml')
    const closed = [...String(body).matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule as string)
    const isClosed = (path: string) =>
      closed.some((rule) =>
        rule.endsWith('$')
          ? path === rule.slice(0, -1)
          : new RegExp(`^${rule.replaceAll('?', '\\?').replaceAll('*', '[^/]+')}`).test(path),
      )
    const forUsers = Object.values(pages).filter(({ access }) => access === 'user')
    for (const path of [
      '/reset-password/abc',
      '/parent-consent/abc',
      ...forUsers.map((page) => page.path.replace(/\{\w+\}/g, '3')),
    ]) {
      expect([path, isClosed(path)]).toEqual([path, true])
    }
    for (const path of await addresses()) expect([path, isClosed(path)]).toEqual([path, false])
  })
})

describe('link previews', () => {
  const open = (path: string) => app.inject({ method: 'GET', url: path })

  it('are drawn for everything public, whatever it is called', async () => {
    const author = await buildUser(db, { name: 'Ы'.repeat(100), surname: '</svg><script>1</script>' })
    const long = await buildProject(db, { authors: [author.id], name: `${'Ж'.repeat(150)} 漢字 🎉 <b>&amp;` })
    const empty = await buildProject(db, { authors: [author.id], name: '漢字🎉' })
    const course = await buildCourse(db, { announced: true, price: 0, enrolling: true, starts_on: '2027-01-01' })
    for (const path of [
      '/og/site.png',
      `/og/project-${long.id}.png`,
      `/og/project-${empty.id}.png`,
      `/og/user-${author.id}.png`,
      `/og/program-${course.id}.png`,
    ]) {
      const response = await open(path)
      expect([path, response.statusCode, response.headers['content-type']]).toEqual([path, 200, 'image/png'])
      const { width, height, format } = await sharp(response.rawPayload).metadata()
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
    }
  })

  it('have a tag: a client that has it gets a 304, and another name gives another picture', async () => {
    const author = await buildUser(db)
    const path = `/og/project-${(await buildProject(db, { authors: [author.id], name: 'Атлас' })).id}.png`
    const first = await open(path)
    expect(first.headers['cache-control']).toBe('public, max-age=3600')
    const again = await app.inject({ url: path, headers: { 'if-none-match': `W/${first.headers.etag}` } })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
    await db.execute(sql`update projects set name = 'Атлас трамваев'`)
    const renamed = await app.inject({ url: path, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([renamed.statusCode, renamed.headers.etag === first.headers.etag]).toEqual([200, false])
    const head = await app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([200, 'image/png', 0])
  })

  it.each([
    'Ж'.repeat(10_000),
    '🎉👨‍👩‍👧'.repeat(3000),
    'مرحبا שלום '.repeat(900),
    '\u0001\u202eобратно\u2066\u200d\ufeff'.repeat(900),
    'Z̸̛͉̬a̵l̶g̷o̴ '.repeat(900),
    '①٣४Ⅷ、。〈ﬁꙀ',
    '/'.repeat(10_000),
    '<svg><script>alert(1)</script>'.repeat(300),
    `${'a'.repeat(299)}🎉`,
    '\ud83d',
    '',
  ])('are drawn from text like %.20j', async (text) => {
    const drawn = await drawLinkPicture({ kind: 'Проект', name: text, note: text, school: text, cover: 'project-1' })
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  })

  it('are refused politely after too many requests', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(db)))
    const responses = await Promise.all(people.map(({ id }) => open(`/og/user-${id}.png`)))
    const refused = responses.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBe(responses.length - refused.length)
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/)
    // drawn pictures are still served
    expect(
      (await open(`/og/user-${people[responses.findIndex(({ statusCode }) => statusCode === 200)]?.id}.png`))
        .statusCode,
    ).toBe(200)
  })

  it('do not exist for anything else', async () => {
    const author = await buildUser(db, { active: false })
    const closed = await buildProject(db, { authors: [author.id], visibility: 'school' })
    const draft = await buildProject(db, { authors: [author.id], status: 'draft' })
    for (const path of [
      `project-${closed.id}`,
      `project-${draft.id}`,
      `user-${author.id}`,
      'user-999999999',
      'program-999999999',
      'project-99999999999',
      'lesson-1',
    ]) {
      expect([path, (await open(`/og/${path}.png`)).statusCode]).toEqual([path, 404])
    }
  })
})
