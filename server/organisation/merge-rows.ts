import type { ContentRow, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import type { PlatformRow, PlatformValue } from '#server/organisation/platform-rows.ts'

/** A row before it is shown. A missing field was never filled in by anybody. */
export interface MergedRow {
  id: string
  /** The row of the platform that it comes from. */
  from: string | null
  values: Record<string, PlatformValue>
}

const mergeFacts = (block: OrganisationBlock, stored: ContentRow[], platform: PlatformRow[]): MergedRow[] => [
  { id: stored[0]?.id ?? block.key, from: null, values: { ...platform[0]?.values, ...stored[0]?.values } },
]

/**
 * The rows of a block: the school's in their order, each on top of the platform's data, then the platform's rows that
 * the school did not change. Corrections of rows that no longer exist are dropped. Facts are always one row.
 */
export const mergeRows = (
  block: OrganisationBlock,
  content: OrganisationContent,
  platform: PlatformRow[],
): MergedRow[] => {
  const stored = content.blocks[block.key]?.rows ?? []
  if (!block.repeated) return mergeFacts(block, stored, platform)
  const left = new Map(platform.map((row) => [row.from, row]))
  const rows = stored.flatMap(({ id, from, hidden, values }): MergedRow[] => {
    if (from === undefined) return [{ id, from: null, values }]
    const known = left.get(from)
    left.delete(from)
    return known && !hidden ? [{ id, from, values: { ...known.values, ...values } }] : []
  })
  return [...rows, ...[...left.values()].map(({ from, values }) => ({ id: from, from, values }))]
}

/** Whether a field was filled in, or marked as absent. */
export const isFilled = (value: PlatformValue | undefined) => {
  if (value === undefined) return false
  if ('absent' in value) return true
  return 'text' in value ? value.text !== '' : value.refs.length > 0
}

/** How many names of a block the school is required to have, and how many of them every row fills in. */
export const countFilled = ({ fields }: OrganisationBlock, rows: MergedRow[]) => {
  const required = fields.filter((field) => field.required)
  const filled = required.filter(({ name }) => rows.length > 0 && rows.every(({ values }) => isFilled(values[name])))
  return { required: required.length, filled: filled.length }
}
