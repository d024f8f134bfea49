import type { ContentRow, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import type { PlatformRow, PlatformValue } from '#server/organisation/platform-rows.ts'

/** A row before it is shown. A field that is not there was never filled in by anybody. */
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
 * The rows of a block: those of the school in its order, each with what the platform knows under it, then the rows of
 * the platform that the school said nothing of. What corrects a row that is no more goes with it. Facts are always one row.
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

/** Whether a field was filled in, or said to be absent. */
const isSaid = (value: PlatformValue | undefined) => {
  if (value === undefined) return false
  if ('absent' in value) return true
  return 'text' in value ? value.text !== '' : value.refs.length > 0
}

/** How many names of a block the school has to have, and how many of them every row fills in. */
export const countFilled = ({ fields }: OrganisationBlock, rows: MergedRow[]) => {
  const required = fields.filter((field) => field.required)
  const filled = required.filter(({ name }) => rows.length > 0 && rows.every(({ values }) => isSaid(values[name])))
  return { required: required.length, filled: filled.length }
}
