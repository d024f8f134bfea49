import type { FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationField, RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { mergeRows } from '#server/organisation/merge-rows.ts'
import { type PlatformFacts, platformRows } from '#server/organisation/platform-rows.ts'

/** A value of curators that readers see. */
export interface VisibleValue {
  field: OrganisationField
  value: FieldValue
  /** Its path in the content. */
  path: string
}

/**
 * The values of curators that readers see: without rows that the school leaves out, rows that the platform no longer
 * has, and names that do not apply to the school.
 */
export const visibleValues = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  facts: PlatformFacts,
): VisibleValue[] =>
  blocks.flatMap((block) => {
    const shown = new Set(mergeRows(block, content, platformRows(block, facts)).map(({ id }) => id))
    return (content.blocks[block.key]?.rows ?? []).flatMap(({ id, values }, place) =>
      block.fields.flatMap((field) => {
        const value = values[field.name]
        if (!value || !shown.has(id)) return []
        return [{ field, value, path: `blocks.${block.key}.rows.${place}.values.${field.name}` }]
      }),
    )
  })
