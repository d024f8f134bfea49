import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxDrafts } from '#contract/drafts/drafts.schema.ts'
import { deleteEndedDrafts } from '#server/drafts/drafts.repo.ts'
import { drafts } from '#server/drafts/drafts.table.ts'
import { fileLink, isFileLink } from '#server/files/file-link.ts'
import { listUsesOf } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { type FileRecord, files } from '#server/files/files.table.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

// links stay the same within an hour, so the clock must not pass the end of one
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let writer: Signed
let other: Signed

beforeAll(async () => {
  writer = await signedIn()
  other = await signedIn({ role: 'curator' })
})

beforeEach(async () => {
  await empty(db, 'drafts', 'file_uses')
})

const read = (key: string, { token } = writer) => call('GET', `/api/drafts/${key}`, { token })
const save = (key: string, value: unknown, revision: number, { token } = writer) =>
  call('PUT', `/api/drafts/${key}`, { token, body: { value, revision } })
const sees = async ({ id }: FileRecord, person?: Signed) =>
  (await call('GET', `/api/files/${id}`, person ? { token: person.token } : {})).status === 200
const usesOf = async (file: FileRecord) => (await listUsesOf(db, [file.id])).length
const none = { value: null, revision: 0, saved_at: null }

describe('a draft', () => {
  it('is kept, read again, and ended; its revision never goes back', async () => {
    expect((await read('lesson:12')).body).toEqual({ draft: none })
    const first = await save('lesson:12', { name: 'Урок', content: '<p>Начало</p>' }, 0)
    expect(first.status).toBe(200)
    expect(first.body.draft).toEqual({
      value: { name: 'Урок', content: '<p>Начало</p>' },
      revision: 1,
      saved_at: expect.stringMatching(/Z$/),
    })
    expect((await read('lesson:12')).body).toEqual(first.body)
    expect((await save('lesson:12', null, 1)).body).toEqual({ draft: { value: null, revision: 2, saved_at: null } })
    expect((await read('lesson:12')).body.draft.revision).toBe(2)
    expect((await save('lesson:12', 'снова', 0)).status).toBe(409)
    expect((await save('lesson:12', 'снова', 2)).body.draft).toMatchObject({ value: 'снова', revision: 3 })
  })

  it('belongs to its writer alone, whoever knows its key', async () => {
    await save('project:new', 'моё', 0)
    expect((await read('project:new', other)).body).toEqual({ draft: none })
    expect((await save('project:new', 'чужое', 0, other)).status).toBe(200)
    expect((await read('project:new')).body.draft.value).toBe('моё')
    expect((await call('GET', '/api/drafts/project:new')).status).toBe(401)
    expect((await call('PUT', '/api/drafts/project:new', { body: { value: 'x', revision: 0 } })).status).toBe(401)
  })

  it('is kept once when written on two devices, and the later one is refused', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, place) => save('lesson:1', place, 0)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const winner = responses.findIndex(({ status }) => status === 200)
    expect((await read('lesson:1')).body.draft).toMatchObject({ value: winner, revision: 1 })
    const late = await save('lesson:1', 'поздно', 0)
    expect(late.body).toMatchObject({ status: 409, type: 'urn:praktika:problem:draft-behind' })
    expect((await save('lesson:1', 'рано', 2)).status).toBe(409)
    expect((await save('lesson:1', null, 0)).status).toBe(409)
    expect((await save('lesson:never', 'x', 1)).status).toBe(409)
    expect((await read('lesson:never')).body).toEqual({ draft: none })
  })

  // in three tests, so that none takes long
  it.each([1, 2, 3])('may be any JSON, and is returned as it was written (%i)', async (part) => {
    const key = `note:any-${part}`
    let revision = 0
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), async (json) => {
        // JSON cannot carry everything: -0 arrives as something else, and so do lone keys of objects
        const value = JSON.parse(JSON.stringify(json), (key, item) => (key === '__proto__' ? undefined : item))
        const writable = JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ''))
        const { status, body } = await save(key, value, revision)
        expect(status).toBe(200)
        revision = body.draft.revision
        expect(body.draft.value).toEqual(writable)
        expect((await read(key)).body).toEqual(body)
      }),
      { numRuns: 20 },
    )
  })

  it('loses what the database cannot keep, and nothing else', async () => {
    const { body } = await save('note:odd', { 'a\u0000b': 'x\u0000y\ud800z' }, 0)
    expect(body.draft.value).toEqual({ ab: 'xy\ufffdz' })
  })
})

describe('bad input', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const { stringify } = JSON

  it.each([
    ['no body', '{}'],
    ['no revision', stringify({ value: 'x' })],
    ['no value', stringify({ revision: 0 })],
    ['a revision that is none', stringify({ value: 'x', revision: -1 })],
    ['a revision beyond all numbers', stringify({ value: 'x', revision: 2 ** 31 })],
    ['too many values', stringify({ value: Array(100_001).fill(0), revision: 0 })],
    ['a text that is too long', stringify({ value: 'x'.repeat(500_001), revision: 0 })],
    ['lists in lists', `{"value":${deep(250)},"revision":0}`],
    ['lists in lists without end', `{"value":${deep(400_000)},"revision":0}`],
  ])('%s', async (_name, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await call('PUT', '/api/drafts/lesson:1', { token: writer.token, body, headers })
    expect(response.status).toBe(422)
    expect(response.headers['content-type']).toMatch(/^application\/problem/)
    expect((await read('lesson:1')).body).toEqual({ draft: none })
  })

  it.each([
    'lesson',
    'lesson:',
    ':1',
    'Lesson:1',
    'lesson:1:2:3:4',
    'урок:1',
    `a:${'1'.repeat(31)}`,
    'a:%00',
    'a:%2e%2e',
  ])('the key %s is refused', async (key) => {
    expect((await read(key)).status).toBe(404)
    expect((await save(key, 'x', 0)).status).toBe(404)
  })

  it.each(['lesson:1', 'project:new', 'task:12:review', 'organisation-page:3', 'a:b:c:d'])(
    'the key %s is accepted',
    async (key) => expect((await read(key)).status).toBe(200),
  )

  it('accepts a very long text', async () => {
    const text = 'ё'.repeat(400_000)
    expect((await save('lesson:1', text, 0)).status).toBe(200)
    expect((await read('lesson:1')).body.draft.value).toBe(text)
  })
})

describe('the limit of drafts', () => {
  it(`is ${maxDrafts} open ones for one person; ended ones do not count`, async () => {
    const begun = (place: number, value: string | null, user_id = writer.id) => ({
      user_id,
      key: `old:${place}`,
      value,
      revision: 1,
      saved_at: new Date().toISOString(),
    })
    await db.insert(drafts).values(Array.from({ length: maxDrafts - 1 }, (_, place) => begun(place, 'x')))
    await db.insert(drafts).values(begun(1000, null))
    await db.insert(drafts).values(begun(1, 'x', other.id))
    expect((await save('one:more', 'x', 0)).status).toBe(200)
    const { status, body } = await save('two:more', 'x', 0)
    expect([status, body.type]).toEqual([429, 'urn:praktika:problem:too-many'])
    expect(body.detail).toContain('черновик')
    expect((await save('old:1000', 'x', 1)).status).toBe(429)
    // saving an existing draft, ending one, and other people’s drafts are still possible
    expect((await save('old:0', 'y', 1)).status).toBe(200)
    expect((await save('two:more', 'x', 0, other)).status).toBe(200)
    expect((await save('old:0', null, 2)).status).toBe(200)
    expect((await save('two:more', 'x', 0)).status).toBe(200)
  })

  it('keeps nothing of one that ends before it has begun', async () => {
    const { status, body } = await save('never:1', null, 0)
    expect([status, body]).toEqual([200, { draft: none }])
    expect(await db.select().from(drafts).where(eq(drafts.key, 'never:1'))).toEqual([])
  })

  it('deletes those that ended 90 days ago', async () => {
    await save('kept:1', 'x', 0)
    for (const key of ['ended:1', 'lately:1']) {
      await save(key, 'x', 0)
      await save(key, null, 1)
    }
    const ago = (days: number) => sql`now() - ${days} * interval '1 day'`
    await db
      .update(drafts)
      .set({ saved_at: ago(1000) })
      .where(eq(drafts.key, 'kept:1'))
    await db
      .update(drafts)
      .set({ saved_at: ago(91) })
      .where(eq(drafts.key, 'ended:1'))
    await db
      .update(drafts)
      .set({ saved_at: ago(89) })
      .where(eq(drafts.key, 'lately:1'))
    await deleteEndedDrafts(db)
    const left = await db.select({ key: drafts.key }).from(drafts).orderBy(drafts.key)
    expect(left).toEqual([{ key: 'kept:1' }, { key: 'lately:1' }])
  })
})

describe('the files of a draft', () => {
  const html = ({ id }: FileRecord) => `<p>а</p><img alt="a > b" src="/files/${id}"><a href="/files/${id}">x</a>`

  it('are those of its texts, its addresses and its lists, with signed links', async () => {
    const [shown, addressed, listed, named] = [
      await addFile(db, writer.id),
      await addFile(db, writer.id),
      await addFile(db, writer.id),
      await addFile(db, writer.id),
    ]
    const value = {
      content: html(shown),
      doc: { type: 'image', attrs: { src: `/files/${addressed.id}`, copy: `/files/${addressed.id}/thumbnail` } },
      deep: [{ file_ids: [listed.id, 5, null], files: [{ id: named.id, name: 'x' }, 'не файл'] }],
    }
    const { body } = await save('lesson:1', value, 0)
    for (const file of [shown, addressed, listed, named]) expect(await usesOf(file)).toBe(1)
    const link = fileLink(shown).replaceAll('&', '&amp;')
    expect(body.draft.value).toEqual({
      ...value,
      content: `<p>а</p><img alt="a > b" src="${link}"><a href="${link}">x</a>`,
      doc: { type: 'image', attrs: { src: fileLink(addressed), copy: fileLink(addressed, 'thumbnail') } },
    })
    const { searchParams } = new URL(body.draft.value.doc.attrs.src, 'https://site.invalid')
    expect(isFileLink(addressed, Object.fromEntries(searchParams))).toBe(true)

    // saved as it was returned
    const again = await save('lesson:1', body.draft.value, 1)
    expect(again.body.draft.value).toEqual(body.draft.value)
    const [row] = await db.select().from(drafts)
    expect(row?.value).toEqual(value)
  })

  it('are released when they are removed from the text, and when the draft ends', async () => {
    const [gone, stays] = [await addFile(db, writer.id), await addFile(db, writer.id)]
    await save('lesson:1', html(gone) + html(stays), 0)
    await save('lesson:1', html(stays), 1)
    expect([await usesOf(gone), await usesOf(stays)]).toEqual([0, 1])
    await db.update(files).set({ touched_at: '2020-01-01T00:00:00Z' }).where(eq(files.id, stays.id))
    await save('lesson:1', null, 2)
    expect(await usesOf(stays)).toBe(0)
    const [file] = await db.select().from(files).where(eq(files.id, stays.id))
    expect(file?.touched_at).not.toMatch(/^2020/)
  })

  it('exclude those that the writer may not see', async () => {
    const secret = await addFile(db, other.id)
    const half = await addFile(db, writer.id, { status: 'uploading' })
    const value = { content: html(secret) + html(half), files: [secret.id], src: `/files/${secret.id}` }
    const { body } = await save('lesson:1', value, 0)
    expect(body.draft.value).toEqual(value)
    expect(await usesOf(secret)).toBe(0)
    expect(await sees(secret, writer)).toBe(false)
    // a pasted link of somebody else's file is kept without its signature
    const pasted = await save('lesson:1', `смотри ${fileLink(secret)} и «${fileLink(secret, 'w960')}»`, 1)
    expect(pasted.body.draft.value).toBe(`смотри /files/${secret.id} и «/files/${secret.id}/w960»`)
  })

  it('leave all other text alone', async () => {
    const own = await addFile(db, writer.id)
    const text = `/files/${own.id}?expires=soon /files/${own.id}x "/files/${own.id}" /files/${own.id}/other?expires=1&signature=x`
    const { body } = await save('lesson:1', { text, own: `/files/${own.id}/other`, name: own.id }, 0)
    expect(body.draft.value).toEqual({ text, own: `/files/${own.id}/other`, name: own.id })
  })

  it('are read by nobody but the writer', async () => {
    const secret = await addFile(db, writer.id)
    await save('lesson:1', html(secret), 0)
    expect(await sees(secret, other)).toBe(false)
    expect(await sees(secret)).toBe(false)
  })
})
