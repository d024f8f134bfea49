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
 * before that: it is dropped, and asked for again once it cannot take back what a mutation has shown. What was old
 * stays old.
 */
export const changeLoaded = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data | undefined,
) => {
  const { data, fetchStatus, isInvalidated } = client.getQueryState<Data>(queryKey) ?? {}
  if (data === undefined) return
  const filters = { queryKey, exact: true }
  void client.cancelQueries(filters)
  client.setQueryData<Data>(queryKey, change(data))
  if (isInvalidated) void client.invalidateQueries({ ...filters, refetchType: 'none' })
  if (fetchStatus === 'fetching') afterMutations(client, () => void client.invalidateQueries(filters))
}
