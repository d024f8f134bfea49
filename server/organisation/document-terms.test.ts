import { beforeEach, expect, it } from 'vitest'
import { dayText, schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { notificationDeliveries } from '#server/notifications/notification-settings.table.ts'
import { noteDocumentTerms } from '#server/organisation/document-terms.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { lockDocument, updateDocument } from '#server/organisation/organisation-documents.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { readLetters } from '#server/testing/letters.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { updateUser } from '#server/users/users.repo.ts'

const { db, deps, config, call, signedIn, runEffects, outbox } = await testApp()
const curator = await signedIn({ role: 'curator', name: 'Ольга', email: 'olga@school.example' })
const second = await signedIn({ role: 'curator', rights: ['organisation'] })
const others = [
  await signedIn({ role: 'curator', rights: ['courses'] }),
  await signedIn({ role: 'teacher' }),
  await signedIn(),
]
const { token } = curator

const path = '/api/organisation/documents'
const inDays = (days: number) => schoolDay(Date.now() + days * dayMs)
const input = async (title: string, valid_until: string | null) => {
  const bytes = Buffer.from('%PDF-1.7\n%%EOF\n')
  const { id } = await buildFile(db, deps.files, { user_id: curator.id, name: 'Устав.pdf', bytes })
  return { title, file_id: id, valid_until }
}
const create = async (title: string, valid_until: string | null) =>
  (await call('POST', path, { token, body: await input(title, valid_until) })).body.document as { id: number }

const titlesOf = async (reader: { token: string }) => {
  const { notifications } = (await call('GET', '/api/users/notifications', { token: reader.token })).body
  return notifications.map(({ data }: { data: { title: string } }) => data.title)
}
/** What waits for curators on their main page. */
const toRenew = async () =>
  (await call('GET', `${path}/ending`, { token: second.token })).body.documents.map(
    ({ title }: { title: string }) => title,
  )
const ending = (title: string, day: string) =>
  `Документ <b>«${title}»</b> действует до ${dayText(day)}: приготовьте новый`
const ended = (title: string, day: string) => `Срок действия документа <b>«${title}»</b> вышел ${dayText(day)}`

beforeEach(() => empty(db, 'organisation_pages', 'organisation_documents', 'notifications'))

it('curators of the section are notified once 30 days before a document expires, and once when it has', async () => {
  const last = inDays(29)
  const { id } = await create('Лицензия & акт', last)
  await create('Устав', null)
  await create('Программа развития', inDays(30))
  await create('Прошлогодний отчёт', inDays(-300))
  const sent = [ending('Лицензия &amp; акт', last)]
  for (let hour = 0; hour < 2; hour += 1) {
    await Promise.all([noteDocumentTerms(db), noteDocumentTerms(db)])
    expect([await titlesOf(curator), await titlesOf(second)]).toEqual([sent, sent])
  }
  // today it is in force still
  await updateDocument(db, id, { valid_until: inDays(0) })
  await noteDocumentTerms(db)
  expect((await titlesOf(curator))[0]).toBe(ending('Лицензия &amp; акт', inDays(0)))
  const over = inDays(-1)
  await updateDocument(db, id, { valid_until: over })
  for (let hour = 0; hour < 2; hour += 1) await noteDocumentTerms(db)
  const all = await titlesOf(second)
  expect([all[0], all.length]).toEqual([ended('Лицензия &amp; акт', over), 3])
  for (const other of others) expect(await titlesOf(other)).toEqual([])
})

it('a document that another one follows wherever it is shown is no news', async () => {
  const editor = editorOf(call, curator)
  const charter = (...ids: number[]) => ({ ustavDocLink: { refs: ids.map((document_id) => ({ document_id })) } })
  const show = (...rows: number[][]) => editor.write(3, contentOf({ documents: rows.map((ids) => charter(...ids)) }))
  const { id: old } = await create('Старый устав', inDays(-3))
  const { id: last } = await create('Устав', inDays(5))
  const { id: next } = await create('Новый устав', null)
  expect(await show([old, last, next])).toEqual([200, 200])
  await noteDocumentTerms(db)
  expect(await titlesOf(curator)).toEqual([])
  // the former one is followed by the one that ends
  expect(await show([old, last])).toEqual([200, 200])
  await noteDocumentTerms(db)
  expect(await titlesOf(curator)).toEqual([ending('Устав', inDays(5))])
  expect(await toRenew()).toEqual(['Устав'])
})

it('curators of the section find what is near its last day, or over, soonest first', async () => {
  await create('Лицензия', inDays(29))
  await create('Программа развития', inDays(30))
  await create('Прошлогодний отчёт', inDays(-300))
  expect(await toRenew()).toEqual(['Прошлогодний отчёт', 'Лицензия'])
})

it('nothing waits for a document whose curators have been notified', async () => {
  const { id } = await create('Лицензия', inDays(5))
  await noteDocumentTerms(db)
  await db.transaction(async (tx) => {
    await lockDocument(tx, id)
    await noteDocumentTerms(db)
  })
  expect(await titlesOf(curator)).toHaveLength(1)
})

it('the news goes from somebody who curates the section no longer, too', async () => {
  const former = await signedIn({ role: 'curator', rights: ['organisation'] })
  const { id } = await create('Лицензия', inDays(5))
  await noteDocumentTerms(db)
  expect(await titlesOf(former)).toHaveLength(1)
  await updateUser(db, former.id, { rights: ['courses'] })
  expect((await call('DELETE', `${path}/${id}`, { token })).status).toBe(204)
  expect(await titlesOf(former)).toEqual([])
})

it('the letter leads to the documents', async () => {
  await create('Лицензия', inDays(5))
  await noteDocumentTerms(db)
  await db.execute('update notification_deliveries set due_at = now()')
  const before = (await readLetters(outbox)).length
  await runEffects()
  const letters = (await readLetters(outbox)).slice(before)
  expect(letters).toHaveLength(2)
  const own = letters.find(({ to }) => to === 'olga@school.example')
  expect(own?.text).toContain(`Документ «Лицензия» действует до ${dayText(inDays(5))}: приготовьте новый.`)
  expect(own?.text).toContain(`${config.publicUrl}/organisation?view=documents`)
})

const ends: Record<string, (id: number) => Promise<{ status: number }>> = {
  archived: (id) => call('DELETE', `${path}/${id}`, { token }),
  replaced: async (id) => call('POST', `${path}/${id}/replace`, { token, body: await input('Новая', null) }),
  'given a later day': (id) => call('PUT', `${path}/${id}`, { token, body: { valid_until: inDays(300) } }),
}

it.each(Object.entries(ends))(
  'the news of a document that was %s is removed, and not sent again',
  async (_how, end) => {
    const { id } = await create('Лицензия', inDays(5))
    await noteDocumentTerms(db)
    expect(await titlesOf(second)).toHaveLength(1)
    expect((await call('PUT', `${path}/${id}`, { token, body: { signer: 'Ветрова О. А.' } })).status).toBe(200)
    expect(await titlesOf(second)).toHaveLength(1)
    expect((await end(id)).status).toBeLessThan(300)
    expect(await titlesOf(second)).toEqual([])
    await noteDocumentTerms(db)
    expect(await titlesOf(second)).toEqual([])
    expect(await db.$count(notificationDeliveries)).toBe(0)
  },
)

it('the news of a document in whose place another was signed is removed', async () => {
  await buildCourse(db, { announced: true })
  const sign = () => call('POST', `${path}/signed`, { token, body: { kind: 'prices', password: demoPassword } })
  const { id } = (await sign()).body.document
  await call('PUT', `${path}/${id}`, { token, body: { valid_until: inDays(5) } })
  await noteDocumentTerms(db)
  expect(await titlesOf(second)).toHaveLength(1)
  expect((await sign()).status).toBe(201)
  expect(await titlesOf(second)).toEqual([])
})
