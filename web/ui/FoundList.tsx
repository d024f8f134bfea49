import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import type { PageOfList } from '#web/data/paged-list.ts'
import { CardList } from '#web/ui/Card.tsx'
import { EmptyCard, EmptyState } from '#web/ui/EmptyState.tsx'
import classes from '#web/ui/FoundList.module.css'
import { ListState } from '#web/ui/ListState.tsx'
import { Box } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { type GrowingQuery, ShowMore } from '#web/ui/ShowMore.tsx'

const grows = <Q extends object>(query: Q): query is Q & GrowingQuery => 'fetchNextPage' in query

/**
 * A list that a query finds: its outline, its error, what is shown without rows, or the rows with what leads to the
 * others: numbered pages by `pageHref`, otherwise «Показать ещё». `children` draws the rows, `<li>` each in one card,
 * or on their own ground when `bare`.
 */
export const FoundList = <Data extends PageOfList, Items extends unknown[]>({
  query,
  skeleton,
  items,
  empty,
  bare = false,
  pageHref,
  children,
}: {
  query: UseQueryResult<Data>
  skeleton?: ReactNode
  items: (data: Data) => Items
  empty: ComponentProps<typeof EmptyState>
  bare?: boolean
  pageHref?: (page: number) => PageAddress
  children: (items: Items) => ReactNode
}) => (
  <ListState
    query={query}
    skeleton={skeleton}
    isEmpty={(data) => items(data).length === 0}
    empty={bare ? <EmptyState {...empty} /> : <EmptyCard {...empty} />}
  >
    {(data) => (
      <div className={bare ? classes.bare : classes.rows} aria-busy={query.isPlaceholderData}>
        {bare ? children(items(data)) : <CardList>{children(items(data))}</CardList>}
        {pageHref && <Pager page={data.page} pages={data.pages} href={pageHref} />}
        {grows(query) && <ShowMore query={query} shown={items(data).length} total={data.total} />}
      </div>
    )}
  </ListState>
)

/** A row of the list: in the columns of its screen (`--columns`) while its text has room, in one when it has not. */
export const FoundRow = ({ className, ...props }: ComponentProps<typeof Box<'li'>>) => (
  <Box
    as="li"
    gap={2}
    gapX={4}
    pad={3}
    padX={4.5}
    anywhere
    className={className ? `${classes.row} ${className}` : classes.row}
    {...props}
  />
)
