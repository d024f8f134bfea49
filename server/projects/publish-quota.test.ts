import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp({ env: { QUOTA_PUBLISH_PER_DAY: '3' } })

let person: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  person = await signedIn()
})

const create = (status?: string) =>
  call('POST', '/api/projects', { token: person.token, body: { name: 'Плакат', content: '<p>Да</p>', status } })
const setStatus = (id: number, status: string, token = person.token) =>
  call('PUT', `/api/projects/${id}`, { token, body: { status } })

it('more publications in a day are refused with a sentence, new and old drafts alike', async () => {
  const draft = await buildProject(db, { authors: [person.id], status: 'draft' })
  for (let i = 0; i < 2; i++) expect((await create('published')).status).toBe(201)
  expect((await setStatus(draft.id, 'published')).status).toBe(200)
  const { status, body, headers } = await create('published')
  expect([status, body.type]).toEqual([429, 'urn:praktika:problem:quota-reached'])
  expect(body.detail).toBe(
    'За сутки можно опубликовать не больше 3 проектов. Сохраните этот как черновик и опубликуйте его завтра.',
  )
  expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
  // taking a project back and publishing it again is a publication, too
  expect((await setStatus(draft.id, 'draft')).status).toBe(200)
  expect((await setStatus(draft.id, 'published')).status).toBe(429)
  expect((await create()).status).toBe(201)

  await db.execute(
    sql`update throttle_hits set at = at - interval '24 hours' where key = ${`publish:account:${person.id}`}`,
  )
  expect((await setStatus(draft.id, 'published')).status).toBe(200)
})

it('many at once cannot exceed the quota', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => create('published')))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(5).fill(429)])
  const { rows } = await db.execute(sql`select 1 from project_authors where user_id = ${person.id}`)
  expect(rows).toHaveLength(3)
})

it('a change of a published project, a refused publication and restoring a hidden one do not count', async () => {
  const curator = await signedIn({ role: 'curator' })
  const published = await buildProject(db, { authors: [person.id] })
  for (let i = 0; i < 4; i++) {
    expect((await setStatus(published.id, 'published')).status).toBe(200)
    expect(
      (await call('POST', '/api/projects', { token: person.token, body: { name: '', status: 'published' } })).status,
    ).toBe(422)
    const hidden = await buildProject(db, { authors: [person.id], status: 'hidden', hidden_reason: 'Чужое' })
    expect((await setStatus(hidden.id, 'published', curator.token)).status).toBe(200)
  }
  expect((await create('published')).status).toBe(201)
})
