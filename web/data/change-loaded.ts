import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Calls back once no mutation is under way. */
const afterMutations = (client: QueryClient, done: () => void) => {
  if (client.isMutating() === 0) return done()
  const stop = client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) return
    stop()
    done()
  })
}

/**
 * Changes a part of what a query has loaded; undefined leaves it as it is. A response that is under way may be from
 * before that: it is dropped, and asked for again once it cannot take back what a mutation has shown. A further page
 * that is under way is kept: it brings the pages before it as they were, so the change is made again, and must not do
 * more than the first time; with `counts` everything is loaded again after that, since the page may have counted it.
 * What was old stays old.
 */
export const changeLoaded = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data | undefined,
  counts = false,
) => {
  const filters = { queryKey, exact: true }
  const query = client.getQueryCache().find<Data>(filters)
  if (query?.state.data === undefined) return
  const { data, fetchStatus, fetchMeta, isInvalidated } = query.state
  const isLoading = fetchStatus === 'fetching'
  const isFurtherPage = isLoading && fetchMeta?.fetchMore !== undefined
  if (isFurtherPage)
    void query.promise?.then(
      () => {
        changeLoaded(client, queryKey, change)
        if (counts) void client.invalidateQueries(filters)
      },
      () => {},
    )
  else void client.cancelQueries(filters)
  client.setQueryData<Data>(queryKey, change(data))
  if (isInvalidated) void client.invalidateQueries({ ...filters, refetchType: 'none' })
  if (isLoading && !isFurtherPage) afterMutations(client, () => void client.invalidateQueries(filters))
}
