import type { FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { type RegistryOptions, registryPage } from '#contract/organisation/registry/registry.ts'
import type {
  FieldFormat,
  OrganisationBlock,
  OrganisationField,
} from '#contract/organisation/registry/registry.types.ts'
import { buildFile } from '#server/files/files.factory.ts'
import type { testApp } from '#server/testing/app.ts'

type School = Pick<Awaited<ReturnType<typeof testApp>>, 'call' | 'db' | 'deps'>

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

const examples: Record<FieldFormat, string> = {
  email: 'school@example.ru',
  phone: '8 800 000-00-00, доб. 1',
  years: '12',
  year: '2025',
}

const valueFor = ({ kind, format, label, many }: OrganisationField, documents: number[]): FieldValue => {
  if (format) return { text: examples[format] }
  if (kind === 'date') return { text: '2019-09-02' }
  if (kind === 'number') return { text: '12,5' }
  if (kind === 'text') return { text: `${label}: два слова` }
  if (kind === 'link') return { refs: [{ title: `${label} (на сайте ведомства)`, url: 'https://example.ru/reestr' }] }
  return { refs: documents.slice(0, many ? 2 : 1).map((document_id) => ({ document_id })) }
}

const rowsFor = ({ key, repeated, fields }: OrganisationBlock, documents: number[]) =>
  Array.from({ length: repeated ? 2 : 1 }, (_, place) => ({
    id: `${key}-${place}`,
    values: Object.fromEntries(fields.map((field) => [field.name, valueFor(field, documents)])),
  }))

/** Content with every name of a page filled in, rows twice, and one additional page. */
const contentFor = (number: number, options: RegistryOptions, documents: number[]): OrganisationContent => ({
  before: '<p>Что здесь собрано.</p>',
  after: '',
  blocks: Object.fromEntries(
    registryPage(number, options)?.blocks.map((block) => [block.key, { rows: rowsFor(block, documents) }]) ?? [],
  ),
  more: [{ title: 'Политика обработки персональных данных', url: '/documents/privacy' }],
})

/** Publishes all pages of the section as a curator would, with every field filled in. */
export const fillSection = async (
  { call, db, deps }: School,
  curator: { id: number; token: string },
  options: RegistryOptions,
) => {
  const { token } = curator
  const send = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) => {
    const response = await call(method, `/api/organisation/${path}`, { token, body })
    if (response.status >= 400) throw new Error(JSON.stringify(response.body))
    return response.body
  }
  const documents: number[] = []
  for (const title of ['Положение', 'Приложение к положению']) {
    const { id: file_id } = await buildFile(db, deps.files, { user_id: curator.id, name: `${title}.pdf`, bytes: pdf })
    const signed = { signer: 'О. А. Ветрова', signer_post: 'директор', signed_at: '2026-02-01T09:00:00.000Z' }
    documents.push((await send('POST', 'documents', { title, file_id, ...signed })).document.id)
  }
  for (const { number } of organisationPages) {
    const page = `pages/${number}`
    const content = contentFor(number, options, documents)
    const { revision } = (await send('GET', `${page}/draft`)).draft
    const { draft } = await send('PUT', `${page}/draft`, { content, revision })
    // content equal to the published one is no draft
    if (draft.saved_at) await send('POST', `${page}/publish`, { revision: draft.revision })
  }
}
