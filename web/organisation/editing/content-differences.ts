import type { ContentRow, FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import type { Difference } from '#web/drafts/draft-fields.ts'
import { sameText } from '#web/drafts/same-text.ts'
import { rowsOf, withRows } from '#web/organisation/editing/content-rows.ts'
import { rowEssence } from '#web/organisation/editing/organisation-draft.ts'
import { currentDocument, type DocumentsById } from '#web/organisation/editing/use-documents.ts'

/** A part of a page's content that is chosen by itself: a text, a block (`block:key`), the further pages. */
export type ContentPart = 'before' | 'after' | 'more' | `block:${string}`

/** A part in which two versions differ. */
export interface ContentDifference extends Difference {
  part: ContentPart
}

/** A value as text. */
const valueText = (value: FieldValue | undefined, documents: DocumentsById): string => {
  if (!value) return ''
  if ('absent' in value) return 'нет сведений'
  if ('text' in value) return value.text
  return value.refs
    .map((ref) =>
      'document_id' in ref ? (currentDocument(documents, ref.document_id)?.title ?? 'Документ') : ref.title,
    )
    .join(', ')
}

const rowText = ({ fields }: OrganisationBlock, { hidden, from, values }: ContentRow, documents: DocumentsById) => {
  const written = fields.flatMap(({ name, label }) => {
    const text = valueText(values[name], documents)
    return text ? [fields.length > 1 ? `${label}: ${text}` : text] : []
  })
  if (hidden) return 'Строка из платформы не публикуется'
  return written.join('; ') || (from === undefined ? 'Пустая строка' : 'Строка из платформы без исправлений')
}

/** The rows of a block that are not in the other version: 100 rows that agree would show nothing. */
const rowsText = (block: OrganisationBlock, rows: ContentRow[], others: ContentRow[], documents: DocumentsById) => {
  const known = new Set(others.map(rowEssence))
  const different = rows.filter((row) => !known.has(rowEssence(row)))
  if (different.length > 0) return different.map((row) => rowText(block, row, documents)).join('\n')
  return rows.length < others.length ? 'Без этих строк' : 'Те же строки в другом порядке'
}

const blockDifference = (
  block: OrganisationBlock,
  mine: OrganisationContent,
  theirs: OrganisationContent,
  documents: DocumentsById,
): ContentDifference[] => {
  const [own, other] = [rowsOf(mine, block.key), rowsOf(theirs, block.key)]
  if (own.map(rowEssence).join() === other.map(rowEssence).join()) return []
  const textOf = (rows: ContentRow[], others: ContentRow[]) => rowsText(block, rows, others, documents)
  return [
    {
      part: `block:${block.key}`,
      label: block.title,
      rich: false,
      mine: textOf(own, other),
      theirs: textOf(other, own),
    },
  ]
}

const linksText = ({ more }: OrganisationContent) => more.map(({ title, url }) => `${title}: ${url}`).join('\n')

/** Where two versions of a page's content differ, as text. */
export const contentDifferences = (
  page: RegistryPage,
  mine: OrganisationContent,
  theirs: OrganisationContent,
  documents: DocumentsById,
): ContentDifference[] => {
  const text = (label: string, part: 'before' | 'after'): ContentDifference[] =>
    sameText(mine[part], theirs[part]) ? [] : [{ part, label, rich: true, mine: mine[part], theirs: theirs[part] }]
  const [own, other] = [linksText(mine), linksText(theirs)]
  return [
    ...text('Текст перед сведениями', 'before'),
    ...page.blocks.flatMap((block) => blockDifference(block, mine, theirs, documents)),
    ...text('Текст после сведений', 'after'),
    ...(own === other
      ? []
      : [{ part: 'more' as const, label: 'Дополнительные страницы', rich: false, mine: own, theirs: other }]),
  ]
}

const blockOf = (part: ContentPart) => (part.startsWith('block:') ? part.slice('block:'.length) : null)

const withPart = (content: OrganisationContent, from: OrganisationContent, part: ContentPart): OrganisationContent => {
  const block = blockOf(part)
  if (block === null) return { ...content, [part]: from[part as 'before' | 'after' | 'more'] }
  return withRows(content, block, rowsOf(from, block))
}

/** The content with some of its parts as another version has them. */
export const withParts = (content: OrganisationContent, from: OrganisationContent, parts: ContentPart[]) =>
  parts.reduce((mixed, part) => withPart(mixed, from, part), content)
