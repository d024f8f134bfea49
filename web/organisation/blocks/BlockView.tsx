import type { ShownRow } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import { MarkedCell } from '#web/organisation/blocks/MarkedCell.tsx'
import { TableFrame } from '#web/organisation/blocks/TableFrame.tsx'

interface BlockProps {
  page: number
  block: OrganisationBlock
  rows: ShownRow[]
}

/** Replaces the rows of a table that has none: each name shows that there is nothing. */
const emptyRow: ShownRow = { id: 'empty', from: null, values: {} }

/** A stretch of a page, made from its block of the registry alone. */
export const BlockView = ({ page, block, rows }: BlockProps) => {
  const shown = rows.length > 0 ? rows : [emptyRow]
  if (!block.repeated) return <Facts page={page} block={block} rows={shown} />
  return block.onRow ? (
    <Places page={page} block={block} rows={shown} />
  ) : (
    <Rows page={page} block={block} rows={shown} />
  )
}

/** Single facts: a name and what there is under it, side by side. */
const Facts = ({ page, block, rows: [row] }: BlockProps) => (
  <TableFrame page={page} blockKey={block.key} title={block.title} look="facts">
    {block.fields.map((field) => (
      <tr key={field.name}>
        <th scope="row">{field.label}</th>
        <MarkedCell field={field} value={row?.values[field.name]} marked={!block.unmarked} />
      </tr>
    ))}
  </TableFrame>
)

/** A table of rows that each carry the block's name. */
const Rows = ({ page, block, rows }: BlockProps) => (
  <TableFrame page={page} blockKey={block.key} title={block.title} look="rows" columns={block.fields}>
    {rows.map((row) => (
      <tr key={row.id} itemProp={block.container ?? undefined}>
        {block.fields.map((field) => (
          <MarkedCell key={field.name} field={field} value={row.values[field.name]} marked={!block.unmarked} labelled />
        ))}
      </tr>
    ))}
  </TableFrame>
)

/** Places: rows of one field, each row under the field's own name. */
const Places = ({ page, block, rows }: BlockProps) => {
  const field = block.fields[0]
  return (
    field && (
      <TableFrame
        page={page}
        blockKey={block.key}
        title={block.title}
        look="places"
        columns={[{ name: field.name, label: 'Адрес' }]}
      >
        {rows.map((row) => (
          <tr key={row.id} itemProp={field.name}>
            <MarkedCell field={field} value={row.values[field.name]} marked={false} />
          </tr>
        ))}
      </TableFrame>
    )
  )
}
