import type { PlatformTable } from '#contract/organisation/organisation.schema.ts'
import classes from '#web/organisation/blocks/Blocks.module.css'
import { Caption, headingId, ScrollRegion, TableFrame } from '#web/organisation/blocks/TableFrame.tsx'

/** A table that the platform fills besides the prescribed ones: nothing in it is marked up. */
export const PlatformTableView = ({ page, table }: { page: number; table: PlatformTable }) => {
  const { key, title, columns, rows } = table
  return (
    <TableFrame page={page} blockKey={key} title={title} columns={columns.length}>
      <ScrollRegion labelledBy={headingId(key)}>
        <table className={classes.rows}>
          <Caption id={headingId(key)}>{title}</Caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </ScrollRegion>
    </TableFrame>
  )
}
