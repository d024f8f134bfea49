import { describe, expect, it } from 'vitest'
import type { FieldValue } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { rowName } from '#web/organisation/editing/row-text.ts'

const page = registryPage(5, { edition: 10, university: false }) as RegistryPage
const chiefs = page.blocks.find(({ key }) => key === 'rucovodstvo') as OrganisationBlock
const nameOf = (values: Record<string, FieldValue>) =>
  rowName(chiefs, { key: 'row', content: { id: 'row', values }, platform: null })

describe('the name of a row', () => {
  it('is its first value', () => {
    expect(nameOf({ fio: { text: 'Ветрова Ольга' }, post: { text: 'Директор' } })).toBe('Ветрова Ольга')
  })

  it('says so when there is nothing in it yet, or nothing to put in', () => {
    expect(nameOf({ fio: { text: ' ' } })).toBe('Новая строка')
    expect(nameOf(Object.fromEntries(chiefs.fields.map(({ name }) => [name, { absent: true }])))).toBe('Нет сведений')
  })
})
