import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type {
  FieldValue,
  OrganisationContent,
  OrganisationPage,
  ShownRow,
  ShownValue,
} from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import { cleanText } from '#web/drafts/clean-text.ts'
import { editedRows, isShown, rowsOf } from '#web/organisation/editing/content-rows.ts'
import { isFilled } from '#web/organisation/editing/row-text.ts'
import { currentDocument, type DocumentsById } from '#web/organisation/editing/use-documents.ts'

const nothing: ShownValue = { text: '', links: [], documents: [] }

/** A value as readers will see it: archived documents are not shown. */
const shownValue = (value: FieldValue, documents: DocumentsById): ShownValue => {
  if ('absent' in value) return nothing
  if ('text' in value) return { ...nothing, text: value.text.trim() }
  return {
    text: '',
    links: value.refs.filter((ref) => 'url' in ref),
    documents: value.refs.flatMap((ref) => {
      const document = 'document_id' in ref ? currentDocument(documents, ref.document_id) : undefined
      return document && !document.archived_at ? [document] : []
    }),
  }
}

const shownRows = (
  block: OrganisationBlock,
  content: OrganisationContent,
  platform: ShownRow[],
  documents: DocumentsById,
): ShownRow[] => {
  const merge = (values: Record<string, FieldValue>, known: ShownRow | null) =>
    Object.fromEntries(
      block.fields.map(({ name }) => {
        const own = values[name]
        return [name, own && isFilled(own) ? shownValue(own, documents) : (known?.values[name] ?? nothing)]
      }),
    )
  const rows = rowsOf(content, block.key)
  if (!block.repeated) return [{ id: block.key, from: null, values: merge(rows[0]?.values ?? {}, platform[0] ?? null) }]
  return editedRows(rows, platform)
    .filter(isShown)
    .map(({ key, content, platform }) => ({
      id: key,
      from: content.from ?? null,
      values: merge(content.values, platform),
    }))
}

/** A page as it will be once what is written is published. */
export const previewPage = (
  page: OrganisationPage,
  content: OrganisationContent,
  platform: OrganisationDraft['platform'],
  documents: DocumentsById,
): OrganisationPage => ({
  ...page,
  before: cleanText(content.before),
  after: cleanText(content.after),
  more: content.more,
  blocks: Object.fromEntries(
    (registryPage(page.number, page)?.blocks ?? []).map((block) => [
      block.key,
      shownRows(block, content, platform[block.key] ?? [], documents),
    ]),
  ),
})
