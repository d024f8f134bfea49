import { Button } from '@mantine/core'
import { describeError } from '#web/app/api-error.ts'
import classes from '#web/ui/ShowMore.module.css'

/** The end of a list that grows page by page: how much of it is shown, and the next page. */
export const ShowMore = ({
  query,
  shown,
  total,
}: {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => Promise<unknown>
  }
  shown: number
  total: number
}) => {
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <p role="alert">{describeError(query.error).detail}</p>}
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? 'Повторить' : 'Показать ещё'}
      </Button>
      <p>
        Показано {shown.toLocaleString('ru')} из {total.toLocaleString('ru')}
      </p>
    </div>
  )
}
