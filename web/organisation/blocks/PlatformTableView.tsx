import type { PlatformTable } from '#contract/organisation/organisation.schema.ts'
import { TableFrame } from '#web/organisation/blocks/TableFrame.tsx'

/** A table that the platform fills besides the prescribed ones: nothing in it is marked up. */
export const PlatformTableView = ({
  page,
  table: { key, title, columns, rows },
}: {
  page: number
  table: PlatformTable
}) => (
  <TableFrame
    page={page}
    blockKey={key}
    title={title}
    look="rows"
    columns={columns.map((column) => ({ name: column, label: column }))}
  >
    {rows.map((cells, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else, and stays where it is
      <tr key={row}>
        {cells.map((cell, column) => (
          <td key={columns[column]} data-label={columns[column]}>
            {cell}
          </td>
        ))}
      </tr>
    ))}
    {rows.length === 0 && (
      <tr>
        <td colSpan={columns.length}>Пока нет</td>
      </tr>
    )}
  </TableFrame>
)
