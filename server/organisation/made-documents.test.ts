import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { organisationPage } from '#server/organisation/organisation.pages.ts'
import { organisationDocuments } from '#server/organisation/organisation.table.ts'
import { insertDocument, lockDocument, updateDocument } from '#server/organisation/organisation-documents.repo.ts'
import { markedElements, readDocument } from '#server/organisation/self-check-markup.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting } from '#server/testing/locks.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

const { app, db, deps, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const curator = await signedIn({ role: 'curator', name: 'Ольга', surname: 'Ветрова', occupation: 'директор' })
const teacher = await signedIn({ role: 'teacher', name: 'Вера', surname: 'Лосева' })
const editor = editorOf(call, curator)
const students = await Promise.all([buildUser(db), buildUser(db)])

await mergeSettings(db, 'school', { name: 'Школа «Практика»' }, null)
const layout = await buildCourse(db, {
  name: 'Основы вёрстки',
  announced: true,
  price: 12_000,
  teachers: [teacher.id],
  students: students.map(({ id }) => id),
})
await buildCourse(db, { name: '7 «Б»', teachers: [teacher.id], students: students.map(({ id }) => id) })

const rules = 'Положение о простой электронной подписи от 01.09.2025 № 7'
const sign = (kind: string, body: object = {}, token: string | undefined = curator.token) =>
  call('POST', '/api/organisation/documents/signed', {
    ...(token && { token }),
    body: { kind, password: demoPassword, rules, ...body },
  })
const made = async (kind: string) => {
  const { body } = await call('GET', '/api/organisation/documents/signed', { token: curator.token })
  return body.documents.find((document: { kind: string }) => document.kind === kind)
}
const bytesOf = async (url: string) => (await app.inject({ method: 'GET', url })).rawPayload

const openPdf = (bytes: Buffer) => getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise

/** The text of a PDF, as a reader who searches and copies gets it. */
const textOf = async (bytes: Buffer) => {
  const pdf = await openPdf(bytes)
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, place) => {
      const { items } = await (await pdf.getPage(place + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
    }),
  )
  return pages.join(' ').replace(/\s+/g, ' ')
}

beforeEach(async () => {
  await db.execute(sql`delete from file_uses where owner = 'organisation-document'`)
  await db.delete(organisationDocuments)
})

describe('a document made from the platform’s data', () => {
  it('is a tagged PDF with the numbers by source of funding, the signer and the number of the signature', async () => {
    const { status, body } = await sign('students')
    expect(status).toBe(201)
    const { document } = body
    expect(document).toMatchObject({
      title: 'Численность обучающихся по реализуемым образовательным программам',
      signature: {
        signer: 'Ольга Ветрова',
        post: 'директор',
        number: expect.stringMatching(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/),
      },
      published: true,
    })
    const bytes = await bytesOf(document.file.url)
    const text = await textOf(bytes)
    for (const expected of [
      'Школа «Практика»',
      'Федеральный бюджет',
      'Бюджет субъекта РФ',
      'Местный бюджет',
      'По договорам',
      'иностр. граждан',
      'Основы вёрстки',
      '0 0 0 0 0 0 2 0 2 0',
      'Ольга Ветрова, директор',
      document.signature.number,
      `https://school.example/organisation/page3?signature=${document.signature.number}`,
      '63-ФЗ',
      rules,
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('7 «Б»')
    const pdf = await openPdf(bytes)
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: document.title, Language: 'ru-RU' })
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    for (const role of ['H1', 'Table', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
  })

  it('contains what curators corrected, and the staff of each programme', async () => {
    await editor.write(4, {
      ...contentOf({}),
      blocks: {
        numbers: {
          rows: [
            {
              id: 'a',
              from: `course:${layout.id}`,
              values: {
                contract: { text: '1' },
                federal: { text: '1 200' },
                local: { text: '10\u00a0000' },
                regional: { text: '5' },
                regionalForeign: { text: '4' },
              },
            },
          ],
        },
      },
    })
    const numbers = await sign('students')
    expect(await textOf(await bytesOf(numbers.body.document.file.url))).toContain('1200 0 5 4 10000 0 1 0 11206 4')
    const staff = await sign('staff')
    const text = await textOf(await bytesOf(staff.body.document.file.url))
    expect(text).toContain('Программа «Основы вёрстки»')
    expect(text).toContain('Лосева Вера')
    expect(text).toContain('отсутствует')
    const prices = await sign('prices')
    expect(await textOf(await bytesOf(prices.body.document.file.url))).toContain('12000')
  })

  it('has one table for a programme with a semicolon in its name', async () => {
    await updateCourse(db, layout.id, { name: 'Вёрстка; основы' })
    const { document } = (await sign('staff')).body
    await updateCourse(db, layout.id, { name: 'Основы вёрстки' })
    const text = await textOf(await bytesOf(document.file.url))
    expect(text.match(/Программа «[^»]*»/g)).toEqual(['Программа «Вёрстка; основы»'])
    expect(text).toContain('Лосева Вера')
  })

  it('is on its page under the prescribed name, in place of the unsigned table', async () => {
    const nameOn = async (path: string, name: string) => {
      const { body } = await call('GET', path)
      return markedElements(readDocument(String(body))).find((marked) => marked.name === name)?.element.attribs.href
    }
    expect(await nameOn('/sveden/paid_edu', 'paidSt')).toBe('/api/organisation/pages/8/tables/prices')
    const prices = (await sign('prices')).body.document
    const count = (await sign('students')).body.document
    const staff = (await sign('staff')).body.document
    expect(await nameOn('/sveden/paid_edu', 'paidSt')).toBe(prices.file.url)
    expect(await nameOn('/sveden/education', 'eduChislenEl')).toBe(count.file.url)
    // the table of numbers is for people, and has no names for robots
    const { body } = await call('GET', '/sveden/education')
    expect(body).toContain('Из них иностранных граждан')
    expect(body).not.toMatch(/itemprop="(federal|contract|programme)/)
    expect((await call('GET', '/sveden/employees')).body).toContain(staff.file.url)
  })

  it('is archived when it is signed again, and changed data ask for that', async () => {
    const first = (await sign('prices')).body.document
    expect(await made('prices')).toMatchObject({ document: { id: first.id }, outdated: false, shown: true })
    await updateCourse(db, layout.id, { price: 13_000 })
    expect(await made('prices')).toMatchObject({ outdated: true })
    const second = (await sign('prices')).body.document
    expect(await made('prices')).toMatchObject({ document: { id: second.id }, outdated: false })
    const { body } = await call('GET', `/api/organisation/signatures/${first.signature.number}`)
    expect(body.signature).toMatchObject({ current: false, archived_at: expect.any(String) })
    await updateCourse(db, layout.id, { price: 12_000 })
  })

  it('replaces one that was taken down, which cannot be put back beside it', async () => {
    const acts = (id: number) => `/api/organisation/documents/${id}`
    const { id, file, signature } = (await sign('prices')).body.document
    expect((await call('DELETE', acts(id), { token: curator.token })).status).toBe(204)
    expect(await made('prices')).toMatchObject({ document: null })
    const second = (await sign('prices')).body.document
    const refused = await call('POST', `${acts(id)}/restore`, { token: curator.token })
    expect([refused.status, refused.body.detail]).toEqual([409, 'Вместо этого документа уже стоит новый.'])
    expect(await made('prices')).toMatchObject({ document: { id: second.id } })
    // whoever has its number can still compare the document
    const { body } = await call('GET', `/api/organisation/signatures/${signature.number}`)
    expect(body.signature).toMatchObject({ current: false, file_url: file.url })
    expect((await call('GET', file.url)).status).toBe(200)
  })

  it('is replaced by a document that curators upload, and differs from it', async () => {
    const { id } = (await sign('prices')).body.document
    await editor.write(8, contentOf({}))
    const { updated_at } = await editor.read(8)
    const file = await buildFile(db, deps.files, {
      user_id: curator.id,
      name: 'Приказ.pdf',
      bytes: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })
    const replaced = await call('POST', `/api/organisation/documents/${id}/replace`, {
      token: curator.token,
      body: { title: 'Приказ о стоимости', file_id: file.id },
    })
    expect(replaced.status).toBe(201)
    expect((await editor.read(8)).updated_at > updated_at).toBe(true)
    expect((await editor.read(8)).blocks.paid[0].values.paidSt.documents).toMatchObject([
      { title: 'Приказ о стоимости' },
    ])
    const again = (await sign('prices')).body.document
    expect((await editor.read(8)).blocks.paid[0].values.paidSt.documents).toMatchObject([{ id: again.id }])
  })

  it('stays on its page while no course is announced, and asks for no other', async () => {
    const shown = async () => [
      (await editor.read(4)).blocks.students[0].values.eduChislenEl,
      (await editor.read(6)).blocks.staff[0].values.staffOfProgrammes,
      (await editor.read(8)).blocks.paid[0].values.paidSt,
    ]
    const signed = (await sign('students')).body.document
    await updateCourse(db, layout.id, { announced: false })
    const nothing = { links: [], documents: [] }
    expect(await shown()).toMatchObject([{ documents: [{ id: signed.id }] }, nothing, nothing])
    expect(await made('students')).toMatchObject({ document: { id: signed.id }, outdated: false, shown: true })
    expect((await editor.load(7)).platform).toEqual({})
    await updateCourse(db, layout.id, { announced: true })
  })

  it('is the unsigned table again while what replaced it is archived, and is public once that is restored', async () => {
    const shown = async () => (await editor.read(8)).blocks.paid[0].values.paidSt
    const acts = (id: number) => `/api/organisation/documents/${id}`
    const act = (method: 'DELETE' | 'POST', url: string, body?: object) =>
      call(method, url, { token: curator.token, ...(body && { body }) })
    const first = (await sign('prices')).body.document
    const file = await buildFile(db, deps.files, {
      user_id: curator.id,
      name: 'Приказ.pdf',
      bytes: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })
    const replaced = await act('POST', `${acts(first.id)}/replace`, { title: 'Приказ', file_id: file.id })
    const { id } = replaced.body.document
    const [{ file: open }] = (await shown()).documents
    expect((await call('GET', open.url)).status).toBe(200)

    expect((await act('DELETE', acts(id))).status).toBe(204)
    expect(await shown()).toMatchObject({ links: [{ url: '/api/organisation/pages/8/tables/prices' }], documents: [] })
    expect((await call('GET', open.url)).status).toBe(404)
    const restored = await act('POST', `${acts(id)}/restore`)
    expect(restored.body.document).toMatchObject({ id, published: true })
    expect(await shown()).toMatchObject({ links: [], documents: [{ id, file: { url: open.url } }] })
    expect((await call('GET', open.url)).status).toBe(200)
  })

  it('cannot be made to show somebody else as its signer', async () => {
    const { document } = (await sign('prices')).body
    const change = (body: object) =>
      call('PUT', `/api/organisation/documents/${document.id}`, { token: curator.token, body })
    expect((await change({ signer: 'Кто-то' })).status).toBe(409)
    expect((await change({ title: 'Другой' })).status).toBe(409)
    expect((await change({ title: document.title, valid_until: '2099-01-01' })).status).toBe(200)
  })

  it('is shown unsigned before it is signed', async () => {
    const { headers, status } = await call('GET', '/api/organisation/documents/signed/prices', { token: curator.token })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const { rawPayload } = await app.inject({
      url: '/api/organisation/documents/signed/prices',
      headers: { authorization: `Bearer ${curator.token}` },
    })
    const text = await textOf(rawPayload)
    expect(text).toContain('Не подписано')
    expect(text).not.toContain('Подписал')
    expect((await call('GET', '/api/organisation/documents/signed/other', { token: curator.token })).status).toBe(404)
  })
})

describe('the signer', () => {
  const count = async () => (await db.select().from(organisationDocuments)).length

  it('gives their own password; wrong ones are limited and change nothing', async () => {
    const careless = await signedIn({ role: 'curator' })
    for (let guess = 0; guess < 10; guess += 1) {
      const { status, body } = await sign('prices', { password: 'не тот' }, careless.token)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['password']])
    }
    expect((await sign('prices', {}, careless.token)).status).toBe(429)
    expect((await sign('prices', { password: '' })).status).toBe(422)
    expect(await count()).toBe(0)
  })

  it('has to be a curator', async () => {
    for (const { token } of [teacher, await signedIn()]) {
      expect((await sign('prices', {}, token)).status).toBe(403)
      expect((await call('GET', '/api/organisation/documents/signed', { token })).status).toBe(403)
    }
    expect((await call('POST', '/api/organisation/documents/signed', { body: {} })).status).toBe(401)
    expect(await count()).toBe(0)
  })

  it('signs what they have seen', async () => {
    const { mark } = await made('prices')
    await updateCourse(db, layout.id, { price: 14_000 })
    expect((await sign('prices', { mark })).status).toBe(409)
    expect(await count()).toBe(0)
    expect((await sign('prices', { mark: (await made('prices')).mark })).status).toBe(201)
    await updateCourse(db, layout.id, { price: 12_000 })
  })

  it('cannot sign while there is no programme', async () => {
    await updateCourse(db, layout.id, { announced: false })
    expect((await sign('students')).status).toBe(422)
    await updateCourse(db, layout.id, { announced: true })
  })

  it('archives what has replaced the document at that moment', async () => {
    const { id } = (await sign('prices')).body.document
    const file = await buildFile(db, deps.files, { user_id: curator.id, name: 'Приказ.pdf' })
    const { signing, next } = await db.transaction(async (tx) => {
      await lockDocument(tx, id)
      const signing = sign('prices')
      await expect.poll(() => countWaiting(db)).toBe(1)
      const next = await insertDocument(tx, { title: 'Приказ', file_id: file.id, published: true })
      await updateDocument(tx, id, { replaced_by: next.id, archived_at: new Date().toISOString() })
      return { signing, next }
    })
    const { document } = (await signing).body
    const rows = await db.select().from(organisationDocuments)
    expect(rows.filter(({ archived_at }) => archived_at === null)).toMatchObject([{ id: document.id }])
    expect(rows.find((row) => row.id === next.id)).toMatchObject({ replaced_by: document.id })
    expect(rows.find((row) => row.id === id)).toMatchObject({ replaced_by: next.id })
  })

  it('gets one document in force even when two sign at once', async () => {
    const other = await signedIn({ role: 'curator' })
    await Promise.all([sign('prices'), sign('prices', {}, other.token)])
    const rows = await db.select().from(organisationDocuments)
    expect(rows.filter(({ archived_at }) => archived_at === null)).toHaveLength(1)
    expect(rows).toHaveLength(2)
  })
})

describe('the number of a signature', () => {
  it('shows everybody what was signed, by whom and when, however it is typed', async () => {
    const { document } = (await sign('prices', { post: 'и. о. директора' })).body
    const { number } = document.signature
    const { status, body } = await call(
      'GET',
      `/api/organisation/signatures/${number.toLowerCase().replaceAll('-', ' ')}`,
    )
    expect(status).toBe(200)
    const sha256 = createHash('sha256')
      .update(await bytesOf(document.file.url))
      .digest('hex')
    expect(body.signature).toMatchObject({
      number,
      title: document.title,
      signer: 'Ольга Ветрова',
      post: 'и. о. директора',
      rules,
      sha256,
      current: true,
    })
    // the next document is offered with the same office and act
    const list = await call('GET', '/api/organisation/documents/signed', { token: curator.token })
    expect(list.body).toMatchObject({ post: 'и. о. директора', rules })
    const page = await call('GET', `/organisation/page3?signature=${number}`)
    for (const text of ['Подпись подтверждена', number, sha256, 'и. о. директора', 'Документ действует']) {
      expect(page.body).toContain(text)
    }
  })

  it('is reported when it is unknown', async () => {
    for (const number of ['7K3M-9QXD-2TWB', '7K3M-9QXD-2TWB-H5VN-04ZC-JR8P-6FYE', 'x', '<b>']) {
      expect((await call('GET', `/api/organisation/signatures/${encodeURIComponent(number)}`)).status).toBe(404)
      const page = await call('GET', `/organisation/page3?signature=${encodeURIComponent(number)}`)
      expect(page.status).toBe(200)
      expect(page.body).toContain('Такой подписи нет')
      expect(page.body).not.toContain('«<b>')
    }
    const elsewhere = await organisationPage(4)(deps, {}, { signature: 'x' }, loadSchool(deps.db))
    expect(Object.keys(elsewhere?.answers ?? {})).toEqual(['page'])
  })
})
