import type { ReactNode } from 'react'
import classes from '#web/organisation/blocks/Blocks.module.css'
import { Box } from '#web/ui/layout.tsx'

/** Id of the heading of a block. */
export const headingId = (key: string) => `block-${key}`

/** A table's name, a heading at the same time. */
export const Caption = ({ id, children }: { id: string; children: string }) => (
  <caption>
    <h2 id={id}>{children}</h2>
  </caption>
)

/** A table that may be wider than its place is scrolled within it: with the keyboard too. */
export const ScrollRegion = ({ labelledBy, children }: { labelledBy: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard, without scripts too
  <section className={classes.scroll} aria-labelledby={labelledBy} tabIndex={0}>
    {children}
  </section>
)

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
/** More columns than a screen of 1280 px is wide beside the section's menu: each row stands as a card. */
const tooManyForScreen = 6

/** A table on its card, with the way to take it along; short ones may stand beside each other. */
export const TableFrame = ({
  page,
  blockKey,
  title,
  short = false,
  columns = 1,
  children,
}: {
  page: number
  blockKey: string
  title: string
  short?: boolean
  columns?: number
  children: ReactNode
}) => (
  <Box
    ground="surface"
    round="m"
    edge="line"
    shadow="card"
    shrink
    className={classes.block}
    data-short={short || undefined}
    data-wide={columns > tooManyForScreen || undefined}
    data-many={columns > tooManyForPaper || undefined}
  >
    {children}
    <CsvLink page={page} table={blockKey} title={title}>
      Скачать CSV
    </CsvLink>
  </Box>
)
