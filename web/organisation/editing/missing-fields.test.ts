import { describe, expect, it } from 'vitest'
import {
  type ContentRow,
  emptyContent,
  type FieldValue,
  type OrganisationDocument,
  type ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type {
  OrganisationBlock,
  OrganisationField,
  RegistryPage,
} from '#contract/organisation/registry/registry.types.ts'
import { countMissing, missingFields } from '#web/organisation/editing/missing-fields.ts'
import type { DocumentsById } from '#web/organisation/editing/use-documents.ts'

const gapText = 'Заполните или отметьте «Нет сведений»'
const managers = registryPage(5, { edition: 10, university: false }) as RegistryPage
const chief = (values: Record<string, FieldValue>) => ({
  ...emptyContent,
  blocks: { rucovodstvo: { rows: [{ id: 'chief', values }] } },
})
const name = { fio: { text: 'Ветрова Ольга' }, post: { text: 'Директор' } }
const ofChief = (missing: ReturnType<typeof missingFields>) =>
  missing.filter(({ text }) => text.startsWith('Руководитель'))

describe('what is missing on a page', () => {
  it('is a table without rows that the law asks for', () => {
    expect(missingFields(managers, emptyContent, {}, new Map())).toContainEqual({
      text: 'Руководитель',
      errors: { 'blocks.rucovodstvo': gapText },
    })
  })

  it('is a field that is empty in one of the rows', () => {
    const content = chief({ ...name, telephone: { text: ' ' } })
    expect(ofChief(missingFields(managers, content, {}, new Map()))).toEqual([
      { text: 'Руководитель: Телефон', errors: { 'blocks.rucovodstvo.rows.0.values.telephone': gapText } },
      { text: 'Руководитель: Электронная почта', errors: { 'blocks.rucovodstvo.rows.0.values.email': gapText } },
    ])
  })

  it('is nothing that was filled in, marked as absent, or is known to the platform', () => {
    const content = chief({ ...name, telephone: { absent: true }, email: { text: 'chief@school.ru' } })
    expect(ofChief(missingFields(managers, content, {}, new Map()))).toEqual([])
    const shown = { text: 'x', links: [], documents: [] }
    const row = { id: '1', from: null, values: { fio: shown, post: shown, telephone: shown, email: shown } }
    expect(ofChief(missingFields(managers, emptyContent, { rucovodstvo: [row] }, new Map()))).toEqual([])
  })

  it('is a field with nothing but documents whose time is over; the server refuses archived ones', () => {
    const charter = registryPage(3, { edition: 10, university: false }) as RegistryPage
    const [archived, over, inForce] = [
      { id: 1, archived_at: '2026-01-01T00:00:00Z', replaced_by: null, valid_until: null },
      { id: 2, archived_at: null, replaced_by: null, valid_until: '2020-01-01' },
      { id: 3, archived_at: null, replaced_by: null, valid_until: null },
    ] as OrganisationDocument[]
    const documents = new Map([archived, over, inForce].map((one) => [one?.id, one])) as DocumentsById
    const isFile = ({ kind, required }: OrganisationField) => kind === 'file' && required
    const gapsWith = (...ids: number[]) => {
      const block = charter.blocks.find(({ fields }) => fields.some(isFile)) as OrganisationBlock
      const field = block.fields.find(isFile) as OrganisationField
      const values = { [field.name]: { refs: ids.map((document_id) => ({ document_id })) } }
      const content = { ...emptyContent, blocks: { [block.key]: { rows: [{ id: 'a', values }] } } }
      const others = block.fields.filter(({ name, required }) => required && name !== field.name)
      const gaps = missingFields({ ...charter, blocks: [block] }, content, {}, documents).flatMap(({ text, errors }) =>
        Object.entries(errors)
          .filter(([path]) => path.endsWith(field.name))
          .map(([, error]) => [text, error]),
      )
      // the number beside the row is of the same fields
      const missing = countMissing(block, { content: { id: 'a', values }, platform: null }, documents)
      expect(missing - others.length).toBe(gaps.length)
      return gaps
    }
    expect(gapsWith(2)).toEqual([
      [expect.stringMatching(/ \(срок документа вышел\)$/), 'Срок документа вышел: прикрепите действующий'],
    ])
    expect([gapsWith(1), gapsWith(1, 2), gapsWith(2, 3), gapsWith(4)]).toEqual([[], [], [], []])
  })

  it('is nothing in a row that readers do not see: one left out, one that has left the platform', () => {
    const employees = registryPage(6, { edition: 10, university: false }) as RegistryPage
    const ofStaff = (rows: ContentRow[], platform: ShownRow[] = []) =>
      missingFields(
        employees,
        { ...emptyContent, blocks: { teachingStaff: { rows } } },
        { teachingStaff: platform },
        new Map(),
      ).filter(({ errors }) => Object.keys(errors).some((path) => path.startsWith('blocks.teachingStaff')))
    const gone = { id: 'a', from: 'teacher:1', values: { degree: { text: 'Кандидат наук' } } }
    const left = { id: 'b', from: 'teacher:2', hidden: true as const, values: {} }
    const there = { id: 'c', from: 'teacher:3', values: {} }
    const shown = { id: 'teacher:3', from: 'teacher:3', values: {} }
    const gaps = ofStaff([gone, left, there], [{ ...shown, id: 'teacher:2', from: 'teacher:2' }, shown])
    expect(gaps.length).toBeGreaterThan(0)
    for (const { errors } of gaps)
      expect(Object.keys(errors)).toEqual([expect.stringMatching(/^blocks\.teachingStaff\.rows\.2\./)])
    expect(ofStaff([gone])).toMatchObject([{ errors: { 'blocks.teachingStaff': gapText } }])
  })
})
