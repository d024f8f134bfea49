import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type { FieldValue, OrganisationContent, ShownRow } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { editedRows, rowsOf } from '#web/organisation/editing/content-rows.ts'

const isFilled = (value: FieldValue | undefined, platform: ShownRow | null, name: string) => {
  if (value) return 'absent' in value || ('text' in value ? value.text.trim() !== '' : value.refs.length > 0)
  const known = platform?.values[name]
  return known !== undefined && (known.text.trim() !== '' || known.links.length + known.documents.length > 0)
}

const missingIn = (block: OrganisationBlock, content: OrganisationContent, platform: ShownRow[]) => {
  const required = block.fields.filter((field) => field.required)
  if (required.length === 0) return []
  const rows = block.repeated
    ? editedRows(rowsOf(content, block.key), platform)
        .filter(({ content }) => !content.hidden)
        .map(({ content, platform }) => ({ values: content.values, platform }))
    : [{ values: rowsOf(content, block.key)[0]?.values ?? {}, platform: platform[0] ?? null }]
  // a place that is not there is no gap: such lists have no other way to say that there is none
  if (rows.length === 0) return block.onRow ? [] : [block.title]
  return required
    .filter(({ name }) => rows.some(({ values, platform }) => !isFilled(values[name], platform, name)))
    .map(({ label }) => (block.repeated ? `${block.title}: ${label}` : label))
}

/** What the law asks for on a page and nobody has filled in or marked as absent, in the page's order. */
export const missingFields = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  platform: OrganisationDraft['platform'],
): string[] => blocks.flatMap((block) => missingIn(block, content, platform[block.key] ?? []))
