import { dayText } from '#contract/dates.ts'
import type {
  FieldValue,
  OrganisationContent,
  ShownRow,
  ShownValue,
} from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import type { MergedRow } from '#server/organisation/merge-rows.ts'
import type { PlatformValue } from '#server/organisation/platform-rows.ts'
import type { Documents } from '#server/organisation/present-document.ts'

/** The ids of the documents in a value. */
export const documentIdsOf = (value: FieldValue) =>
  'refs' in value ? value.refs.flatMap((ref) => ('document_id' in ref ? ref.document_id : [])) : []

/**
 * The ids of the documents that a page refers to, each once; without those in rows that the school leaves out. A row
 * that the platform no longer has counts: it is shown again as soon as its course or teacher is back.
 */
export const documentIdsIn = ({ blocks }: OrganisationContent) => {
  const rows = Object.values(blocks).flatMap(({ rows }) =>
    rows.filter(({ from, hidden }) => from === undefined || !hidden),
  )
  return [...new Set(rows.flatMap(({ values }) => Object.values(values).flatMap(documentIdsOf)))]
}

const presentValue = (
  { kind }: OrganisationField,
  value: PlatformValue | undefined,
  { of }: Pick<Documents, 'of'>,
): ShownValue => {
  const shown: ShownValue = { text: '', links: [], documents: [] }
  if (value === undefined || 'absent' in value) return shown
  if ('note' in value) return { ...shown, note: value.note }
  if ('text' in value) return { ...shown, text: kind === 'date' ? dayText(value.text) : value.text }
  for (const ref of value.refs) {
    if ('url' in ref) shown.links.push(ref)
    else shown.documents.push(...[of(ref.document_id)].filter((document) => document !== null))
  }
  return shown
}

/** Rows as they are shown, with every field of the block; empty where the school has nothing. */
export const presentRows = (
  block: OrganisationBlock,
  rows: MergedRow[],
  documents: Pick<Documents, 'of'>,
): ShownRow[] =>
  rows.map(({ id, from, values }) => ({
    id,
    from,
    values: Object.fromEntries(
      block.fields.map((field) => [field.name, presentValue(field, values[field.name], documents)]),
    ),
  }))
