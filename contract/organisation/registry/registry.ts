import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { common } from '#contract/organisation/registry/common.ts'
import { document } from '#contract/organisation/registry/document.ts'
import { education } from '#contract/organisation/registry/education.ts'
import { objects } from '#contract/organisation/registry/objects.ts'
import { employees, managers } from '#contract/organisation/registry/people.ts'
import type { Edition, OrganisationField, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { budget, paidEdu, vacant } from '#contract/organisation/registry/services.ts'
import { struct } from '#contract/organisation/registry/struct.ts'
import { catering, eduStandarts, grants, inter } from '#contract/organisation/registry/support.ts'

/** The blocks of each page, with the point of order No. 1493 that requires them and the table of the names. */
const contents = {
  common: [common, '7', '3.2.1'],
  struct: [struct, '8', '3.3.1'],
  document: [document, '9', '3.4.1'],
  education: [education, '10', '3.5.1'],
  managers: [managers, '11', '3.7.1'],
  employees: [employees, '12', '3.8.1'],
  objects: [objects, '13', '3.9.1'],
  paid_edu: [paidEdu, '14', '3.11.1'],
  budget: [budget, '15', '3.12.1'],
  vacant: [vacant, '16', '3.13.1'],
  grants: [grants, '17', '3.10.1'],
  inter: [inter, '18', '3.14.1'],
  catering: [catering, '19', '3.15.1'],
  eduStandarts: [eduStandarts, '20', '3.6.1'],
} as const

/**
 * The registry: every name the supervising authority's robot looks for, by page. Forms, public pages, the self-check
 * and its tests are made from it.
 */
export const registry: readonly RegistryPage[] = organisationPages.map(({ number, slug, title }) => {
  const [blocks, point, names] = contents[slug]
  return {
    number,
    slug,
    title,
    law: `Приказ Рособрнадзора от 04.08.2023 № 1493, п. ${point}`,
    source: `Методические рекомендации 9.0.0, таблица ${names}`,
    blocks,
  }
})

/** The school's options for the names. */
export interface RegistryOptions {
  edition: Edition
  university: boolean
}

const counts = ({ edition, university }: OrganisationField, options: RegistryOptions) =>
  (edition === undefined || edition === options.edition) && (!university || options.university)

/** A page of the registry with the names that apply to the school; blocks without a name are left out. */
export const registryPage = (number: number, options: RegistryOptions): RegistryPage | null => {
  const page = registry.find((page) => page.number === number)
  if (!page) return null
  const blocks = page.blocks
    .map((block) => ({ ...block, fields: block.fields.filter((field) => counts(field, options)) }))
    .filter(({ fields }) => fields.length > 0)
  return { ...page, blocks }
}

/** The text that is shown where the school has nothing. */
export const absentText = ({ kind, absent }: Pick<OrganisationField, 'kind' | 'absent'>) =>
  absent ?? (kind === 'number' ? '0' : 'отсутствует')
