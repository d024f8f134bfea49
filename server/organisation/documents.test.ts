import { describe, expect, it } from 'vitest'
import { fileIdOf } from '#contract/files/file-address.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { updateOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { insertDocument, lockDocument, updateDocument } from '#server/organisation/organisation-documents.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting } from '#server/testing/locks.ts'

const { db, deps, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const { token } = curator
const editor = editorOf(call, curator)

const path = '/api/organisation/documents'

const pdf = (name = 'Устав.pdf') =>
  buildFile(db, deps.files, {
    user_id: curator.id,
    name,
    bytes: Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  })
const sig = () =>
  buildFile(db, deps.files, { user_id: curator.id, name: 'Устав.pdf.sig', bytes: Buffer.from([48, 130, 3, 232]) })

const create = async (input: object = {}) =>
  call('POST', path, { token, body: { title: 'Устав', file_id: (await pdf()).id, ...input } })
const list = async () => (await call('GET', path, { token })).body.documents
const inCharter = (document_id: number) => contentOf({ documents: [{ ustavDocLink: { refs: [{ document_id }] } }] })
const shownCharter = async () => (await editor.read(3)).blocks.documents[0].values.ustavDocLink.documents

describe('a document', () => {
  it('shows its file, its dates, and what is known of its signature', async () => {
    const signature = await sig()
    const facts = {
      signer: 'Ветрова О. А.',
      signer_post: 'Директор',
      certificate: '02 A1',
      signed_at: '2026-09-01T10:00:00+03:00',
    }
    const { status, body } = await create({
      ...facts,
      signature_file_id: signature.id,
      dated_on: '2021-08-16',
      valid_from: '2021-09-01',
    })
    expect(status).toBe(201)
    expect(body.document).toMatchObject({
      title: 'Устав',
      file: { name: 'Устав.pdf', type: 'application/pdf', size: 77 },
      signature: {
        signer: 'Ветрова О. А.',
        post: 'Директор',
        certificate: '02 A1',
        signed_at: '2026-09-01T07:00:00.000Z',
      },
      signature_file: { name: 'Устав.pdf.sig' },
      dated_on: '2021-08-16',
      valid_from: '2021-09-01',
      valid_until: null,
      published: false,
      replaced_by: null,
      archived_at: null,
    })
    expect(await list()).toContainEqual(body.document)
  })

  it('is public once a page shows it', async () => {
    const { document } = (await create({ signature_file_id: (await sig()).id })).body
    const bare = (url: string) => url.split('?')[0] as string
    expect((await call('GET', document.file.url)).status).toBe(200)
    expect((await call('GET', bare(document.file.url))).status).toBeGreaterThanOrEqual(403)
    expect(await editor.write(3, inCharter(document.id))).toEqual([200, 200])
    const [shown] = await shownCharter()
    expect(shown).toMatchObject({ id: document.id, title: 'Устав', published: true })
    for (const file of [shown.file, shown.signature_file]) {
      expect(file.url).toMatch(/^\/files\/[0-9a-f]{32}$/)
      expect((await call('GET', file.url)).status).toBe(200)
    }
    expect((await call('GET', shown.file.url)).headers['content-type']).toBe('application/pdf')
  })

  it('is replaced on its pages at once, and stays in the archive and in history', async () => {
    const { document: old } = (await create({ title: 'Старый устав' })).body
    await editor.write(3, inCharter(old.id))
    const { published_at, updated_at } = await editor.read(3)
    const { id } = old
    const { status, body } = await call('POST', `${path}/${id}/replace`, {
      token,
      body: { title: 'Новый устав', file_id: (await pdf('Новый.pdf')).id },
    })
    expect([status, body.document]).toMatchObject([201, { title: 'Новый устав', published: true, archived_at: null }])
    expect(await shownCharter()).toMatchObject([{ id: body.document.id, title: 'Новый устав' }])
    const page = await editor.read(3)
    expect(page.published_at).toBe(published_at)
    expect(page.updated_at > updated_at).toBe(true)

    const archived = (await list()).find((document: { id: number }) => document.id === id)
    expect(archived).toMatchObject({ replaced_by: body.document.id, archived_at: expect.any(String) })
    expect((await call('GET', archived.file.url)).status).toBe(200)
    // what the new one replaced is withdrawn: it may have shown what nobody was to see
    expect((await call('GET', `/files/${fileIdOf(archived.file.url)}`)).status).toBe(404)
    const [version] = await editor.versions(3)
    const then = (await editor.version(3, version.id)).body.page.blocks.documents[0].values.ustavDocLink.documents
    expect(then).toMatchObject([{ id, title: 'Старый устав' }])
    const again = await call('POST', `${path}/${id}/replace`, {
      token,
      body: { title: 'x', file_id: (await pdf()).id },
    })
    expect([again.status, again.body.detail]).toEqual([409, 'Этот документ уже в архиве.'])
  })

  it('changes its page and the site map when its description does, and when its time runs out', async () => {
    const { document } = (await create()).body
    await editor.write(3, inCharter(document.id))
    const begun = '2026-02-01T00:00:00.000Z'
    await updateOrganisationRecord(db, 3, { changed_at: begun, published_at: begun })
    const days = async () => {
      const { body } = await call('GET', '/sitemap.xml')
      const inMap = /page3<\/loc><lastmod>(.*?)<\/lastmod>/.exec(String(body))?.[1]
      return [(await editor.read(3)).updated_at, inMap]
    }
    expect(await days()).toEqual([begun, begun])
    const change = (body: object) => call('PUT', `${path}/${document.id}`, { token, body })
    await change({ title: 'Устав' })
    expect(await days()).toEqual([begun, begun])
    const before = new Date().toISOString()
    await change({ title: 'Устав школы' })
    const [changed, inMap] = await days()
    expect([changed >= before, inMap]).toEqual([true, changed])
    // the midnight of Moscow
    await updateDocument(db, document.id, { changed_at: null, valid_until: '2026-03-31' })
    expect(await days()).toEqual(['2026-03-31T21:00:00.000Z', '2026-03-31T21:00:00.000Z'])
    await updateDocument(db, document.id, { valid_until: '2199-03-31' })
    expect(await days()).toEqual([begun, begun])
  })

  it('of the archive is not published: the field says so, and the document stays hidden', async () => {
    const { document } = (await create({ title: 'Ветхий устав' })).body
    await editor.save(3, inCharter(document.id))
    expect((await call('DELETE', `${path}/${document.id}`, { token })).status).toBe(204)
    const { status, body } = await editor.publish(3)
    expect([status, body.errors]).toEqual([
      422,
      {
        'blocks.documents.rows.0.values.ustavDocLink': ['Документ «Ветхий устав» в архиве: прикрепите действующий'],
      },
    ])
    expect((await list()).find(({ id }: { id: number }) => id === document.id)).toMatchObject({ published: false })
    await editor.discard(3)
  })

  it('of the archive counts as missing where a page still refers to it', async () => {
    const { document } = (await create()).body
    const filled = async () => (await call('GET', '/api/organisation/overview', { token })).body.pages[2].filled
    await editor.write(3, contentOf({}))
    const before = await filled()
    await editor.write(3, inCharter(document.id))
    expect(await filled()).toBe(before + 1)
    await updateDocument(db, document.id, { archived_at: new Date().toISOString() })
    expect(await filled()).toBe(before)
  })

  it('whose time is over counts as missing, and is called so in the table', async () => {
    const { document } = (await create({ valid_until: '2026-08-31' })).body
    const filled = async () => (await call('GET', '/api/organisation/overview', { token })).body.pages[2].filled
    const charter = async () => {
      const { body } = await call('GET', '/api/organisation/pages/3/tables/documents')
      return String(body)
        .split('\r\n')
        .find((line) => line.startsWith('"Устав'))
    }
    await editor.write(3, contentOf({}))
    const before = await filled()
    await editor.write(3, inCharter(document.id))
    expect(await filled()).toBe(before)
    expect(await charter()).toMatch(/;"отсутствует; больше не действует: Устав: http/)
    await updateDocument(db, document.id, { valid_until: '2099-08-31' })
    expect(await filled()).toBe(before + 1)
    expect(await charter()).toMatch(/;"Устав: http/)
  })

  it('that is replaced while its page is being published is public as well', async () => {
    const { document } = (await create()).body
    await editor.save(3, inCharter(document.id))
    const file_id = (await pdf()).id
    const { publishing, next } = await db.transaction(async (tx) => {
      await lockDocument(tx, document.id)
      const publishing = editor.publish(3)
      await expect.poll(() => countWaiting(db)).toBe(1)
      const next = await insertDocument(tx, { title: 'Новый устав', file_id })
      await updateDocument(tx, document.id, { replaced_by: next.id, archived_at: new Date().toISOString() })
      return { publishing, next }
    })
    expect((await publishing).status).toBe(200)
    expect(await shownCharter()).toMatchObject([{ id: next.id, published: true }])
  })

  it('is archived when no published page shows it', async () => {
    const { document } = (await create()).body
    await editor.write(3, inCharter(document.id))
    const refused = await call('DELETE', `${path}/${document.id}`, { token })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Документ показан на странице 3. Замените его новым или сначала уберите оттуда и опубликуйте.',
    ])
    // nor may its replacement
    const next = await call('POST', `${path}/${document.id}/replace`, {
      token,
      body: { title: 'Устав', file_id: (await pdf()).id },
    })
    expect((await call('DELETE', `${path}/${next.body.document.id}`, { token })).status).toBe(409)
    await editor.write(3, contentOf({}))
    expect((await call('DELETE', `${path}/${next.body.document.id}`, { token })).status).toBe(204)
    expect((await call('DELETE', `${path}/${next.body.document.id}`, { token })).status).toBe(409)
  })

  it('in a row that the school leaves out is not public, and may be archived', async () => {
    const course = await buildCourse(db, { announced: true })
    const { document } = (await create()).body
    const inRow = (row: object) => {
      const values = { opMain: { refs: [{ document_id: document.id }] } }
      return {
        ...contentOf({}),
        blocks: { eduOp: { rows: [{ id: 'a', from: `course:${course.id}`, values, ...row }] } },
      }
    }
    const isPublished = async () =>
      (await list()).find(({ id }: { id: number }) => id === document.id).published as boolean
    const archive = async () => (await call('DELETE', `${path}/${document.id}`, { token })).status
    const restore = async () => (await call('POST', `${path}/${document.id}/restore`, { token })).status

    expect(await editor.write(4, inRow({ hidden: true }))).toEqual([200, 200])
    expect([await isPublished(), await archive(), await restore()]).toEqual([false, 204, 200])
    // a course that returns shows its documents at once
    expect(await editor.write(4, inRow({ from: 'course:999999' }))).toEqual([200, 200])
    expect([await isPublished(), await archive(), await restore()]).toEqual([true, 204, 200])
    expect(await editor.write(4, inRow({}))).toEqual([200, 200])
    expect([await isPublished(), await archive()]).toEqual([true, 409])
    await editor.write(4, contentOf({}))
  })

  it('under a name that does not apply to the school may be archived', async () => {
    const { document } = (await create()).body
    // of edition 9, on page 1
    await editor.write(1, contentOf({ main: [{ accreditationDocLink: { refs: [{ document_id: document.id }] } }] }))
    expect((await call('DELETE', `${path}/${document.id}`, { token })).status).toBe(204)
    await editor.write(1, contentOf({}))
  })

  it('of the archive is withdrawn from the public until a page shows it again', async () => {
    const { document } = (await create()).body
    await editor.write(3, inCharter(document.id))
    const [{ file }] = await shownCharter()
    const status = async () => (await call('GET', file.url)).status
    expect(await status()).toBe(200)
    await editor.write(3, contentOf({}))
    await call('DELETE', `${path}/${document.id}`, { token })
    expect(await status()).toBe(404)
    const restored = await call('POST', `${path}/${document.id}/restore`, { token })
    expect([restored.body.document.published, await status()]).toEqual([false, 404])
    await editor.write(3, inCharter(document.id))
    expect(await status()).toBe(200)
  })

  it('is restored from the archive unchanged, unless another has replaced it', async () => {
    const { document } = (await create({ signer: 'Ветрова О. А.' })).body
    const restore = (id: number) => call('POST', `${path}/${id}/restore`, { token })
    expect((await restore(document.id)).body.detail).toBe('Этот документ не в архиве.')
    await call('DELETE', `${path}/${document.id}`, { token })
    const { status, body } = await restore(document.id)
    expect([status, { ...body.document, file: null }]).toEqual([200, { ...document, file: null }])
    expect(await editor.write(3, inCharter(document.id))).toEqual([200, 200])
    expect(await shownCharter()).toMatchObject([{ id: document.id }])
    const next = { title: 'Новый', file_id: (await pdf()).id }
    await call('POST', `${path}/${document.id}/replace`, { token, body: next })
    const refused = await restore(document.id)
    expect([refused.status, refused.body.detail]).toEqual([409, 'Вместо этого документа уже стоит новый.'])
    expect((await restore(999_999)).status).toBe(404)
  })

  it('can be changed, field by field', async () => {
    const { document } = (await create({ signer: 'Ветрова О. А.' })).body
    const change = (body: object) => call('PUT', `${path}/${document.id}`, { token, body })
    expect((await change({ title: 'Устав школы', valid_until: '2030-01-01' })).body.document).toMatchObject({
      title: 'Устав школы',
      valid_until: '2030-01-01',
      signature: { signer: 'Ветрова О. А.' },
    })
    const signature = await sig()
    expect((await change({ signature_file_id: signature.id })).body.document.signature_file).toMatchObject({ size: 4 })
    expect((await change({ title: 'Устав' })).body.document.signature_file).not.toBeNull()
    expect((await change({ signature_file_id: null, signer: '' })).body.document).toMatchObject({
      signature_file: null,
      signature: null,
    })
    expect((await change({ valid_from: '2031-01-01' })).body.errors).toHaveProperty('valid_until')
    expect((await call('PUT', `${path}/999999`, { token, body: { title: 'x' } })).status).toBe(404)
  })
})

describe('a document may not be', () => {
  const others = async () => addFile(db, (await signedIn()).id, { type: 'application/pdf', name: 'Чужой.pdf' })

  it.each([
    ['no PDF', async () => ({ file_id: (await addFile(db, curator.id)).id }), 'file_id'],
    [
      'half of one',
      async () => ({ file_id: (await addFile(db, curator.id, { status: 'uploading', type: 'application/pdf' })).id }),
      'file_id',
    ],
    ['somebody else’s file', async () => ({ file_id: (await others()).id }), 'file_id'],
    ['a file that is not there', async () => ({ file_id: 'f'.repeat(32) }), 'file_id'],
    [
      'signed by a picture',
      async () => ({ signature_file_id: (await addFile(db, curator.id)).id }),
      'signature_file_id',
    ],
    ['without a title', async () => ({ title: ' ' }), 'title'],
    ['of no day', async () => ({ dated_on: '2026-02-30' }), 'dated_on'],
    ['of the year 0', async () => ({ dated_on: '0000-01-01' }), 'dated_on'],
    ['of the year 22', async () => ({ valid_from: '0022-09-01' }), 'valid_from'],
    ['over before it begins', async () => ({ valid_from: '2026-02-02', valid_until: '2026-02-01' }), 'valid_until'],
  ])('%s', async (_, input, field) => {
    const before = await list()
    const { status, body } = await create(await input())
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await list()).toEqual(before)
  })
})
