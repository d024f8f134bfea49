import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type { FieldValue, OrganisationContent, ShownRow } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { editedRows, isShown, rowsOf } from '#web/organisation/editing/content-rows.ts'
import { isExpired } from '#web/organisation/editing/document-text.ts'
import { isFilled, isKnown } from '#web/organisation/editing/row-text.ts'
import { currentDocument, type DocumentsById } from '#web/organisation/editing/use-documents.ts'

/** Whether readers find something in a field: not if all its documents are archived or their time is over. */
const saysSomething = (value: FieldValue, documents: DocumentsById) => {
  if (!('refs' in value)) return isFilled(value)
  return value.refs.some((ref) => {
    const document = 'document_id' in ref ? currentDocument(documents, ref.document_id) : undefined
    return !document || (document.archived_at === null && !isExpired(document))
  })
}

/** A gap of a page: what is missing, in Russian, and its places as `PageErrors` names them. */
interface Gap {
  text: string
  paths: string[]
}

const gapsIn = (
  block: OrganisationBlock,
  content: OrganisationContent,
  platform: ShownRow[],
  documents: DocumentsById,
): Gap[] => {
  const isThere = (value: FieldValue | undefined, row: ShownRow | null, name: string) => {
    // an emptied value leaves what the platform says
    const own = value !== undefined && isFilled(value)
    return own ? saysSomething(value, documents) : isKnown(row?.values[name])
  }
  const required = block.fields.filter((field) => field.required)
  if (required.length === 0) return []
  const rows = block.repeated
    ? editedRows(rowsOf(content, block.key), platform).map((row) => ({
        shown: isShown(row),
        values: row.content.values,
        platform: row.platform,
      }))
    : [{ shown: true, values: rowsOf(content, block.key)[0]?.values ?? {}, platform: platform[0] ?? null }]
  // a place that is not there is no gap: such lists have no other way to say that there is none
  if (rows.every(({ shown }) => !shown))
    return block.onRow ? [] : [{ text: block.title, paths: [`blocks.${block.key}`] }]
  return required.flatMap(({ name, label }) => {
    const paths = rows.flatMap(({ shown, values, platform }, index) =>
      !shown || isThere(values[name], platform, name) ? [] : `blocks.${block.key}.rows.${index}.values.${name}`,
    )
    return paths.length === 0 ? [] : { text: block.repeated ? `${block.title}: ${label}` : label, paths }
  })
}

/** What the law asks for on a page and nobody has filled in or marked as absent, in the page's order. */
export const missingFields = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  platform: OrganisationDraft['platform'],
  documents: DocumentsById,
): Gap[] => blocks.flatMap((block) => gapsIn(block, content, platform[block.key] ?? [], documents))
