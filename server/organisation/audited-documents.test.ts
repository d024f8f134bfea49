import { expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { auditActName, auditSentences } from '#contract/audit/audit-text.ts'
import { cohortForms } from '#contract/cohorts/cohort-words.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, deps, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const { token } = curator

const path = '/api/organisation/documents'
const input = async (title: string) => {
  const { id } = await buildFile(db, deps.files, {
    user_id: curator.id,
    name: 'Устав.pdf',
    bytes: Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  })
  return { title, file_id: id }
}
const create = async (title: string) =>
  (await call('POST', path, { token, body: await input(title) })).body.document as { id: number }

const entries = async (): Promise<AuditEntry[]> => (await call('GET', '/api/audit', { token })).body.entries

/** What the act has added to the journal: who acted, what happened to which document, and what changed. */
const writtenBy = async (act: () => Promise<{ status: number }>) => {
  const known = (await entries()).length
  const { status } = await act()
  const all = await entries()
  const reader = { dayOf: (moment: string) => moment, cohort: cohortForms.class }
  const written = all
    .slice(0, all.length - known)
    .map((entry) => [entry.actor?.id, auditActName(entry), entry.object.name, auditSentences(entry, reader)])
  return { status, written }
}

it('a document that is added, changed, replaced, archived or restored is in the journal of changes by its title', async () => {
  const first = await writtenBy(async () => call('POST', path, { token, body: await input('Устав') }))
  expect(first).toEqual({
    status: 201,
    written: [[curator.id, 'Добавлен документ раздела об организации', 'Устав', []]],
  })

  const { id } = await create('Правила приёма')
  const change = (body: object) => writtenBy(() => call('PUT', `${path}/${id}`, { token, body }))
  expect(await change({ title: 'Правила', valid_until: '2030-01-01', signer: '' })).toEqual({
    status: 200,
    written: [
      [
        curator.id,
        'Изменено описание документа раздела об организации',
        'Правила',
        ['Изменено: название, срок действия'],
      ],
    ],
  })
  expect(await change({ title: 'Правила' })).toEqual({ status: 200, written: [] })

  expect(await writtenBy(() => call('DELETE', `${path}/${id}`, { token }))).toEqual({
    status: 204,
    written: [[curator.id, 'Документ раздела об организации убран в архив', 'Правила', []]],
  })
  expect(await writtenBy(() => call('POST', `${path}/${id}/restore`, { token }))).toEqual({
    status: 200,
    written: [[curator.id, 'Документ раздела об организации возвращён из архива', 'Правила', []]],
  })

  const next = await input('Новые правила')
  expect(await writtenBy(() => call('POST', `${path}/${id}/replace`, { token, body: next }))).toEqual({
    status: 201,
    written: [[curator.id, 'Заменён документ раздела об организации', 'Правила', ['Новый документ: «Новые правила»']]],
  })
})

it('a document that is signed here is in the journal of changes', async () => {
  await buildCourse(db, { announced: true })
  const body = { kind: 'prices', password: demoPassword, rules: 'Положение' }
  const { status, written } = await writtenBy(() => call('POST', `${path}/signed`, { token, body }))
  expect([status, written]).toEqual([
    201,
    [[curator.id, 'Подписан документ раздела об организации', expect.stringMatching(/стоимост/i), []]],
  ])
})

it('a page that is published is in the journal of changes by its title, and in its export; a refused one is not', async () => {
  const editor = editorOf(call, curator)
  await editor.save(2, contentOf({}, { before: '<p>Раз</p>' }))
  expect(await writtenBy(() => editor.publish(2))).toEqual({
    status: 200,
    written: [
      [
        curator.id,
        'Опубликована страница раздела об организации',
        'Структура и органы управления образовательной организацией',
        [],
      ],
    ],
  })
  expect(await writtenBy(() => editor.publish(2))).toEqual({ status: 409, written: [] })
  const narrowed = await call('GET', '/api/audit?kind=organisation-page-published', { token })
  expect(narrowed.body.entries).toMatchObject([{ object: { kind: 'organisation-page', id: 2 } }])
  const { body } = await call('GET', '/api/audit/export?format=csv&time_zone=Europe/Moscow', { token })
  expect(String(body)).toContain('Опубликована страница раздела об организации')
})

it('an act on a document that is refused is not in the journal of changes', async () => {
  const { id } = await create('Лицензия')
  const editor = editorOf(call, curator)
  await editor.write(3, contentOf({ documents: [{ ustavDocLink: { refs: [{ document_id: id }] } }] }))
  const stranger = await signedIn({ role: 'teacher' })
  for (const [method, address, by, body, status] of [
    ['DELETE', `${path}/${id}`, token, undefined, 409],
    ['POST', `${path}/${id}/restore`, token, undefined, 409],
    ['POST', `${path}/${id}/replace`, token, { title: 'x', file_id: 'f'.repeat(32) }, 422],
    ['PUT', `${path}/${id}`, stranger.token, { title: 'x' }, 403],
  ] as const)
    expect(await writtenBy(() => call(method, address, { token: by, body }))).toEqual({ status, written: [] })
})
