import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { describeError } from '#web/data/api-error.ts'
import { Stack } from '#web/ui/layout.tsx'
import classes from '#web/ui/ShowMore.module.css'

/** What is needed of a query that grows. */
export interface GrowingQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** The end of a list that grows page by page: how much of it is shown, and the next page. */
export const ShowMore = ({ query, shown, total }: { query: GrowingQuery; shown: number; total: number }) => {
  const [asked, setAsked] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const ended = asked && !query.hasNextPage
  // the button went away under the finger: keyboard users stay at the end of the list
  useEffect(() => {
    if (ended) end.current?.focus({ preventScroll: true })
  }, [ended])
  if (!query.hasNextPage && !asked) return null
  return (
    <Stack gap={2} align="center" mt={7} size={2} tone="quiet" className={classes.more}>
      {query.isFetchNextPageError && <p role="alert">{describeError(query.error).detail}</p>}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => {
            setAsked(true)
            void query.fetchNextPage()
          }}
        >
          {query.isFetchNextPageError ? 'Повторить' : 'Показать ещё'}
        </Button>
      )}
      <p ref={end} tabIndex={-1}>
        Показано {formatNumber(shown)} из {formatNumber(total)}
      </p>
    </Stack>
  )
}
