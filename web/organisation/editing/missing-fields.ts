import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type {
  FieldValue,
  OrganisationContent,
  ShownRow,
  ShownValue,
} from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { type EditedRow, editedRows, isShown, rowsOf } from '#web/organisation/editing/content-rows.ts'
import { isExpired } from '#web/organisation/editing/document-text.ts'
import type { PageErrors } from '#web/organisation/editing/page-errors.ts'
import { isFilled, isKnown } from '#web/organisation/editing/row-text.ts'
import { currentDocument, type DocumentsById } from '#web/organisation/editing/use-documents.ts'

/** Whether a field has nothing but documents whose time is over; archived ones are refused by the server itself. */
const isPast = (value: FieldValue | undefined, documents: DocumentsById) =>
  value !== undefined &&
  'refs' in value &&
  value.refs.length > 0 &&
  value.refs.every((ref) => {
    const document = 'document_id' in ref ? currentDocument(documents, ref.document_id) : undefined
    return document?.archived_at === null && isExpired(document)
  })

/** What to do about an empty field that has to be filled in. */
const gapText = 'Заполните или отметьте «Нет сведений»'
const pastText = 'Срок документа вышел: прикрепите действующий'

/** Why a value is a gap in a field that has to be filled in; null when it is none. */
const faultOf = (value: FieldValue | undefined, known: ShownValue | undefined, documents: DocumentsById) => {
  if (isPast(value, documents)) return pastText
  return (value !== undefined && isFilled(value)) || isKnown(known) ? null : gapText
}

/** How many of the fields that a row has to have are gaps. */
export const countMissing = (
  { fields }: OrganisationBlock,
  { content, platform }: Pick<EditedRow, 'content' | 'platform'>,
  documents: DocumentsById,
) =>
  fields.filter(
    ({ name, required }) => required && faultOf(content.values[name], platform?.values[name], documents) !== null,
  ).length

/** A gap of a page: what is missing, in Russian, and what to do about it in each place. */
interface Gap {
  text: string
  errors: PageErrors
}

const gapsIn = (
  block: OrganisationBlock,
  content: OrganisationContent,
  platform: ShownRow[],
  documents: DocumentsById,
): Gap[] => {
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
    return block.onRow ? [] : [{ text: block.title, errors: { [`blocks.${block.key}`]: gapText } }]
  return required.flatMap(({ name, label }) => {
    const faults = rows.flatMap(({ shown, values, platform }, index) => {
      const fault = shown && faultOf(values[name], platform?.values[name], documents)
      return fault ? [[`blocks.${block.key}.rows.${index}.values.${name}`, fault] as const] : []
    })
    if (faults.length === 0) return []
    const what = faults.every(([, fault]) => fault === pastText) ? `${label} (срок документа вышел)` : label
    return { text: block.repeated ? `${block.title}: ${what}` : what, errors: Object.fromEntries(faults) }
  })
}

/** What the law asks for on a page and nobody has filled in or marked as absent, in the page's order. */
export const missingFields = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  platform: OrganisationDraft['platform'],
  documents: DocumentsById,
): Gap[] => blocks.flatMap((block) => gapsIn(block, content, platform[block.key] ?? [], documents))
