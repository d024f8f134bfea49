import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { FieldValue } from '#contract/organisation/organisation.schema.ts'
import type { RemarkTone } from '#contract/organisation/self-check.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { checkedSection } from '#server/organisation/checked-section.fixture.ts'
import { fillSection } from '#server/organisation/filled-section.fixture.ts'
import { nameKey } from '#server/organisation/name-key.ts'
import { contentOf, editorOf } from '#server/organisation/organisation.fixture.ts'
import { updateDocument } from '#server/organisation/organisation-documents.repo.ts'
import { loadDocumentFindings, withDocumentFindings } from '#server/organisation/self-check-documents.ts'
import { loadStatedAbsence } from '#server/organisation/stated-absence.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const school = await testApp()
const { db, deps, call, signedIn } = school
const options = { edition: 10, university: false } as const
const curator = await signedIn({ role: 'curator' })
const editor = editorOf(call, curator)

const listed = (findings: Awaited<ReturnType<typeof loadDocumentFindings>>) =>
  findings.map(({ page, container, name, advice }) => [page, container ? `${container} ${name}` : name, advice])

const found = async () => listed(await loadDocumentFindings(deps))
const foundAs = async (tone: RemarkTone) =>
  listed((await loadDocumentFindings(deps)).filter((finding) => finding.tone === tone))

describe('a section whose documents are signed', () => {
  beforeAll(() => fillSection(school, curator, options))

  const unsigned = sql`update organisation_documents set signer = '', signed_at = null where title = 'Положение'`
  const signed = sql`update organisation_documents set signer = 'О. А. Ветрова', signed_at = now() where title = 'Положение'`
  afterEach(() => db.execute(signed))

  it('has nothing to report', async () => {
    expect(await found()).toEqual([])
  })

  it('is reported for each name whose document is not signed, and only for those', async () => {
    await db.execute(unsigned)
    const findings = await foundAs('warn')
    expect(findings.map(([page, name]) => [page, name])).toEqual([
      ...['structOrgUprav', 'filInfo', 'repInfo'].map((container) => [2, `${container} divisionClauseDocLink`]),
      ...['opMain', 'educationPlan', 'educationRpd', 'educationShedule', 'eduPr', 'methodology'].map((name) => [
        4,
        `eduOp ${name}`,
      ]),
      ...['eduChislenEl', 'languageEl', 'eduPriemEl', 'eduPerevodEl'].map((name) => [4, name]),
      // the staff of each programme has no name of its own
      [6, null],
      ...['paidEdu', 'paidSt'].map((name) => [8, name]),
    ])
    for (const [, , advice] of findings) expect(advice).toMatch(/без неё: «Положение»/)
  })

  it('has a note for each act of its own without an electronic signature: it may be a scan', async () => {
    await db.execute(unsigned)
    const notes = await foundAs('note')
    expect(notes.map(([page, name]) => [page, name])).toEqual([
      ...['localActStud', 'localActOrder', 'reportEduDocLink'].map((name) => [3, name]),
      ...['priemDocLink', 'modeDocLink', 'tekKontrolDocLink', 'perevodDocLink', 'vozDocLink'].map((name) => [3, name]),
      [7, 'localActObSt'],
      [9, 'finPlanDocLink'],
      [11, 'localActObSt'],
      ...['eduStandartDoc', 'eduStandartTreb'].map((name) => [14, name]),
    ])
    for (const [, , advice] of notes) expect(advice).toMatch(/^Без электронной подписи: «Положение»\. Если это скан/)
    expect(await foundAs('bad')).toEqual([])
  })

  it('is reported for a document with a future date beside each of its names', async () => {
    await db.execute(sql`update organisation_documents set dated_on = '2199-01-01' where title = 'Положение'`)
    const findings = await found()
    expect(findings).toContainEqual([3, 'ustavDocLink', 'Дата документа ещё не наступила: «Положение».'])
    await db.execute(sql`update organisation_documents set dated_on = null where title = 'Положение'`)
    expect(await found()).toEqual([])
  })

  it('is not reported for a document whose time is over', async () => {
    await db.execute(unsigned)
    await db.execute(sql`update organisation_documents set valid_until = '2020-01-01' where title = 'Положение'`)
    expect((await found()).filter(([, , advice]) => String(advice).includes('без неё'))).toEqual([])
    await db.execute(sql`update organisation_documents set valid_until = null where title = 'Положение'`)
  })

  it('is reported for a required name that has only documents whose time is over', async () => {
    const valid = (day: string | null) => db.execute(sql`update organisation_documents set valid_until = ${day}`)
    await valid('2020-01-31')
    const findings = await foundAs('bad')
    expect(findings).toContainEqual([
      3,
      'modeDocLink',
      expect.stringMatching(/^Срок действия вышел: «Положение» \(до 31\.01\.2020\), «Приложение/),
    ])
    expect(findings.map(([, name]) => name)).not.toContain('localActCollec')
    expect(findings).toContainEqual([6, null, expect.stringMatching(/^Нет документа с персональным составом/)])
    await valid(null)
    expect(await found()).toEqual([])
  })

  it('accepts a detached signature', async () => {
    await db.execute(unsigned)
    await db.execute(sql`update organisation_documents set signature_file_id = file_id where title = 'Положение'`)
    expect(await found()).toEqual([])
    await db.execute(sql`update organisation_documents set signature_file_id = null`)
  })

  describe('checked as a whole', () => {
    let checked: Awaited<ReturnType<typeof checkedSection>>
    beforeAll(async () => {
      await db.execute(unsigned)
      const { content } = await editor.load(3)
      const [{ values: documents }] = content.blocks.documents.rows
      const [{ values: acts }] = content.blocks.acts.rows
      const mode = acts.modeDocLink.refs[1]
      documents.ustavDocLink = { absent: true }
      await editor.write(13, contentOf({ health: [{ health: { text: 'Не предусмотрены' } }] }))
      await updateDocument(db, mode.document_id, { valid_until: '2020-01-31' })
      acts.modeDocLink = { refs: [mode] }
      await editor.write(3, content)
      checked = await checkedSection(call, curator.token)
      await updateDocument(db, mode.document_id, { valid_until: null })
    })

    it('is reported beside the name, after the robot’s finding', () => {
      const { pages } = checked
      const page = pages.find(({ number }) => number === 8)
      expect(page?.names.find(({ name }) => name === 'paidSt')).toMatchObject({
        finding: 'found',
        advice: expect.stringMatching(/без неё/),
      })
      expect(page?.names.find(({ name }) => name === 'paidDog')?.advice).toBe('')
      expect(pages.find(({ number }) => number === 6)?.faults).toEqual([
        { text: expect.stringMatching(/^Персональный состав/), tone: 'warn' },
      ])
    })

    it('has no remark on what the school marks as absent on purpose', () => {
      const page = checked.pages.find(({ number }) => number === 3)
      expect(page?.names.find(({ name }) => name === 'ustavDocLink')).toMatchObject({ finding: 'absent', advice: '' })
      const health = checked.pages.find(({ number }) => number === 13)?.names.find(({ name }) => name === 'health')
      expect(health).toMatchObject({ finding: 'absent', advice: '' })
    })

    it('reports a document whose time is over, instead of advising to leave the name empty', () => {
      const page = checked.pages.find(({ number }) => number === 3)
      expect(page?.names.find(({ name }) => name === 'modeDocLink')).toMatchObject({
        finding: 'empty',
        tone: 'bad',
        advice: expect.stringMatching(/^Срок действия вышел: «Приложение к положению» \(до 31\.01\.2020\)/),
      })
    })
  })
})

describe('documents generated from the data', () => {
  const sign = async (kind: string) => {
    const body = { kind, password: demoPassword }
    expect((await call('POST', '/api/organisation/documents/signed', { token: curator.token, body })).status).toBe(201)
  }

  it('are reported missing while they are tables, and outdated when their data have changed', async () => {
    for (const number of [4, 6, 8]) await editor.write(number, { before: '', after: '', blocks: {}, more: [] })
    const teacher = await signedIn({ role: 'teacher' })
    const course = await buildCourse(db, { announced: true, name: 'Вёрстка', price: 100, teachers: [teacher.id] })
    const own = async () => (await found()).filter(([, name]) => !String(name).startsWith('eduOp'))
    expect(await own()).toEqual([
      [4, 'eduChislenEl', expect.stringMatching(/стоит ссылка на страницу или таблицу/)],
      [8, 'paidSt', expect.stringMatching(/стоит ссылка на страницу или таблицу/)],
      [6, null, expect.stringMatching(/Нет документа с персональным составом/)],
    ])
    for (const kind of ['students', 'staff', 'prices']) await sign(kind)
    expect(await found()).toEqual([])

    await updateCourse(db, course.id, { price: 200 })
    expect(await found()).toEqual([[8, 'paidSt', expect.stringMatching(/старше данных/)]])
    // what no page shows is outdated for nobody
    await editor.write(8, contentOf({ paid: [{ paidSt: { absent: true } }] }))
    expect(await found()).toEqual([])
    await editor.write(8, contentOf({}))
    await updateCourse(db, course.id, { name: 'Вёрстка страниц' })
    expect((await found()).map(([page, name]) => [page, name])).toEqual([
      [4, 'eduChislenEl'],
      [6, null],
      [8, 'paidSt'],
    ])
    for (const kind of ['students', 'staff', 'prices']) await sign(kind)
    expect(await found()).toEqual([])
  })

  it('are reported missing when they are taken down', async () => {
    const { body } = await call('GET', '/api/organisation/documents/signed', { token: curator.token })
    const staff = body.documents.find(({ kind }: { kind: string }) => kind === 'staff')
    await updateDocument(db, staff.document.id, { archived_at: new Date().toISOString() })
    expect(await found()).toEqual([[6, null, expect.stringMatching(/Нет документа/)]])
  })
})

test('a document whose time is over is not absent on purpose, whatever another row states', () => {
  const place = { container: 'eduOp', name: 'educationPlan' }
  const name = { ...place, label: 'План', required: true, finding: 'absent' as const, count: 2, advice: '' }
  const page = { number: 4, title: 'Образование', path: '/sveden/education', law: '', source: '', faults: [] }
  const report = { checked_at: '2026-11-21T20:00:00Z', edition: 10 as const, faults: [] }
  const [judged] = withDocumentFindings({ ...report, pages: [{ ...page, names: [name] }] }, [
    { page: 4, ...place, advice: 'Срок действия вышел.', tone: 'bad' },
  ]).pages
  expect(judged?.names).toEqual([{ ...name, finding: 'empty', advice: 'Срок действия вышел.', tone: 'bad' }])
})

test('a table without required names is stated to be absent only by a row that says so', async () => {
  const isStated = async (values: Record<string, FieldValue>) => {
    expect(await editor.write(2, contentOf({ filInfo: [values] }))).toEqual([200, 200])
    return (await loadStatedAbsence(db, options)).includes(nameKey(2, null, 'filInfo'))
  }
  expect(await isStated({})).toBe(false)
  expect(await isStated({ nameFil: { absent: true } })).toBe(true)
})
