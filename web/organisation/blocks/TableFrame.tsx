import type { ReactNode } from 'react'
import classes from '#web/organisation/blocks/Blocks.module.css'
import { Box } from '#web/ui/layout.tsx'

/** The way to take a table along. */
export const CsvLink = ({
  page,
  table,
  title,
  children,
}: {
  page: number
  table: string
  title: string
  children: ReactNode
}) => (
  <Box
    as="a"
    links="plain"
    pad={2.5}
    padX={3}
    size={2}
    round="s"
    tight
    unprinted
    className={classes.csv}
    href={`/api/organisation/pages/${page}/tables/${table}`}
    aria-label={`Скачать CSV: ${title}`}
    download
  >
    {children}
  </Box>
)

/** More columns than a sheet of paper is wide. */
const tooManyForPaper = 7
/** More columns than a screen of 1280 px is wide beside the section's menu: each row is shown as a card. */
const tooManyForScreen = 6

/** A column with its name; `kind` decides how narrow it may be. */
interface Column {
  name: string
  label: string
  kind?: string
}

/**
 * A table on its card, with the way to take it along. `look` is that of facts, a name beside each; of rows, scrolled
 * within the card where they are wider; or of places, short enough to be beside each other. `children` draws the rows.
 */
export const TableFrame = ({
  page,
  blockKey,
  title,
  look,
  columns = [],
  children,
}: {
  page: number
  blockKey: string
  title: string
  look: 'facts' | 'rows' | 'places'
  columns?: Column[]
  children: ReactNode
}) => {
  const heading = `block-${blockKey}`
  const table = (
    <table className={classes[look]}>
      <caption>
        <h2 id={heading}>{title}</h2>
      </caption>
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns.map(({ name, label, kind }) => (
              <th key={name} scope="col" data-kind={kind}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  )
  return (
    <Box
      ground="surface"
      round="m"
      edge="line"
      shadow="card"
      shrink
      className={classes.block}
      data-short={look === 'places' || undefined}
      data-wide={columns.length > tooManyForScreen || undefined}
      data-many={columns.length > tooManyForPaper || undefined}
    >
      {look === 'rows' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, without scripts too
        <section className={classes.scroll} aria-labelledby={heading} tabIndex={0}>
          {table}
        </section>
      ) : (
        table
      )}
      <CsvLink page={page} table={blockKey} title={title}>
        Скачать CSV
      </CsvLink>
    </Box>
  )
}
