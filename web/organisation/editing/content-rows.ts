import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type {
  ContentRow,
  FieldValue,
  OrganisationContent,
  ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { moved } from '#web/ui/moved.ts'

/** As many rows as a table may have. */
export const maxRows = 500

/** A row as it is edited: what curators wrote, over what the platform says. */
export interface EditedRow {
  /** The same for as long as the row lives, whether or not anything was written in it. */
  key: string
  content: ContentRow
  /** What the platform knows of it; null for a row of the school's own. */
  platform: ShownRow | null
}

const platformKey = ({ id, from }: ShownRow) => from ?? id

/** Identifies a row for as long as it is there. */
export const rowKey = ({ id, from }: ContentRow) => from ?? id

/** The rows of a block in their order: those that curators know of, then what the platform has added since. */
export const editedRows = (rows: ContentRow[] = [], platform: ShownRow[] = []): EditedRow[] => {
  const known = new Map(platform.map((row) => [platformKey(row), row]))
  const named = new Set(rows.map(rowKey))
  return [
    ...rows.map((content) => {
      const key = rowKey(content)
      return { key, content, platform: content.from === undefined ? null : (known.get(key) ?? null) }
    }),
    ...platform
      .filter((row) => !named.has(platformKey(row)))
      .map((row) => {
        const key = platformKey(row)
        return { key, content: { id: key, from: key, values: {} }, platform: row }
      }),
  ]
}

/** Whether readers see a row: not when the school leaves it out, nor when the platform no longer has it. */
export const isShown = ({ content: { from, hidden }, platform }: EditedRow) =>
  from === undefined || (platform !== null && !hidden)

/** The rows of a block of the content. */
export const rowsOf = (content: OrganisationContent, block: string) => content.blocks[block]?.rows ?? []

/** The content with other rows in a block. */
export const withRows = (content: OrganisationContent, block: string, rows: ContentRow[]): OrganisationContent => ({
  ...content,
  blocks: { ...content.blocks, [block]: { rows } },
})

/** Every row of a block by itself, so that the order holds whatever the platform adds. */
export const settledRows = (rows: ContentRow[], platform: ShownRow[] = []) =>
  editedRows(rows, platform).map(({ content }) => content)

/** The content with every row of its tables by itself; a table that has them all stays the same object. */
export const settledContent = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  platform: OrganisationDraft['platform'],
) =>
  blocks.reduce((settled, { key, repeated }) => {
    const rows = rowsOf(content, key)
    const all = repeated ? settledRows(rows, platform[key]) : rows
    return all.length === rows.length ? settled : withRows(settled, key, all)
  }, content)

/** Changes the row of a key; one that is not there stays away. */
export const changeRow = (rows: ContentRow[], key: string, change: (row: ContentRow) => ContentRow) =>
  rows.map((row) => (rowKey(row) === key ? change(row) : row))

/** The row with a value in a field; null takes the value away. */
export const withValue = (row: ContentRow, field: string, value: FieldValue | null): ContentRow => {
  const { [field]: _before, ...others } = row.values
  return { ...row, values: value ? { ...others, [field]: value } : others }
}

/** A row of the platform that is published, or is left out. */
export const withHidden = ({ hidden: _before, ...row }: ContentRow, hidden: boolean): ContentRow =>
  hidden ? { ...row, hidden: true } : row

/** Moves the row of a key to another place. */
export const moveRow = (rows: ContentRow[], key: string, to: number) => moved(rows, (row) => rowKey(row) === key, to)

/** Takes the row of a key away. */
export const removeRow = (rows: ContentRow[], key: string) => rows.filter((row) => rowKey(row) !== key)

/** A row as it was, back in its place; nothing when it is there already. */
export const bringRowBack = (rows: ContentRow[], row: ContentRow, place: number) =>
  rows.some((other) => rowKey(other) === rowKey(row)) ? rows : rows.toSpliced(Math.max(0, place), 0, row)
