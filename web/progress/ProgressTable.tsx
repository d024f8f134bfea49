import type { ReactNode } from 'react'
import classes from '#web/progress/Progress.module.css'
import { Card } from '#web/ui/Card.tsx'

/** What a chart shows, as a table: the first column names the row. */
export const ProgressTable = ({
  label,
  headings,
  rows,
}: {
  label: string
  headings: string[]
  rows: { key: string | number; cells: ReactNode[] }[]
}) => (
  <Card flush>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
    <section className={classes.frame} tabIndex={0} aria-label={`${label}, таблица`}>
      <table aria-label={label}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={headings[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Card>
)
