// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type {
  ContentRow,
  OrganisationContent,
  OrganisationDocument,
  OrganisationPage,
  ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { aDocument } from '#web/organisation/document.fixture.ts'
import { missingFields } from '#web/organisation/editing/missing-fields.ts'
import { sameContent } from '#web/organisation/editing/organisation-draft.ts'
import { previewPage } from '#web/organisation/editing/preview-page.ts'
import { countCorrected } from '#web/organisation/editing/row-text.ts'

const page: OrganisationPage = {
  number: 10,
  title: 'Вакантные места',
  edition: 10,
  university: false,
  before: '',
  after: '',
  blocks: {},
  more: [],
  tables: [],
  updated_at: null,
  published_at: null,
}
const shown = (text: string) => ({ text, links: [], documents: [] })
const platform = {
  vacant: ['course:1', 'course:2'].map((from) => ({
    id: from,
    from,
    values: { eduName: shown(from), numberPVacant: shown('8') },
  })),
}
const document = (id: number, changes: Partial<OrganisationDocument> = {}) =>
  aDocument({ id, title: `Документ ${id}`, ...changes })
const archived_at = '2026-11-02T00:00:00Z'

test('a table shows corrections over what the platform knows, and leaves out what is hidden or gone', () => {
  const content: OrganisationContent = {
    ...emptyContent,
    blocks: {
      vacant: {
        rows: [
          { id: 'own', values: { eduName: { text: ' Своя ' }, eduCode: { absent: true } } },
          { id: 'course:2', from: 'course:2', values: { numberPVacant: { text: '3' } } },
          { id: 'course:1', from: 'course:1', hidden: true, values: {} },
          { id: 'course:9', from: 'course:9', values: { eduName: { text: 'Была' } } },
        ],
      },
    },
  }
  const rows = previewPage(page, content, platform, new Map()).blocks.vacant ?? []
  expect(rows.map(({ values }) => [values.eduName?.text, values.numberPVacant?.text])).toEqual([
    ['Своя', ''],
    ['course:2', '3'],
  ])
})

test('an emptied correction leaves what the platform says, and counts as none', () => {
  const row = { id: 'course:1', from: 'course:1', values: { numberPVacant: { text: ' ' }, eduName: { absent: true } } }
  const content = { ...emptyContent, blocks: { vacant: { rows: [row] } } } as OrganisationContent
  const [first] = previewPage(page, content, platform, new Map()).blocks.vacant ?? []
  expect(first?.values).toMatchObject({ numberPVacant: { text: '8' }, eduName: { text: '' } })
  const block = registryPage(10, page)?.blocks.find(({ key }) => key === 'vacant') as OrganisationBlock
  const edited = {
    key: row.id,
    content: content.blocks.vacant?.rows[0] as ContentRow,
    platform: platform.vacant[0] as ShownRow,
  }
  expect(countCorrected(block, edited)).toBe(1)
  const missing = missingFields(
    { ...(registryPage(10, page) as RegistryPage), blocks: [block] },
    content,
    platform,
    new Map(),
  )
  expect(missing.map(({ text }) => text).join()).not.toContain('По договорам')
})

test('a document gives way to what replaced it, and an archived one is not shown', () => {
  const documents = new Map(
    [document(1, { replaced_by: 2, archived_at }), document(2), document(3, { archived_at })].map((one) => [
      one.id,
      one,
    ]),
  )
  const refs = [{ document_id: 1 }, { document_id: 3 }, { title: 'Реестр', url: 'https://school.ru/' }]
  const content = { ...emptyContent, blocks: { paid: { rows: [{ id: 'paid', values: { paidEdu: { refs } } }] } } }
  const [row] = previewPage({ ...page, number: 8 }, content, {}, documents).blocks.paid ?? []
  expect(row?.values.paidEdu).toMatchObject({ documents: [{ id: 2 }], links: [{ title: 'Реестр' }] })
})

test('two contents are the same however the database spells them', () => {
  const row = { id: 'a', values: { b: { text: 'б ' }, a: { absent: true as const } } }
  const other = { values: { a: { absent: true as const }, b: { text: 'б' } }, id: 'a' }
  const one = { ...emptyContent, before: '<p>а</p>', blocks: { x: { rows: [row] }, y: { rows: [] } } }
  expect(sameContent(one, { ...emptyContent, before: '<p>а</p><p></p>', blocks: { x: { rows: [other] } } })).toBe(true)
  const emptied = { ...other, values: { ...other.values, c: { text: ' ' }, d: { refs: [] } } }
  expect(sameContent(one, { ...one, blocks: { x: { rows: [emptied] } } })).toBe(true)
  expect(sameContent(one, { ...one, blocks: { x: { rows: [{ ...row, hidden: true as const }] } } })).toBe(false)
  expect(sameContent(one, { ...one, more: [{ title: 'а', url: '/b' }] })).toBe(false)
})
