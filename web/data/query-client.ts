import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/data/api-error.ts'
import { whenBack } from '#web/data/away.ts'

/** A refusal stays a refusal; only a silent network or a stumbling server is asked again. */
const mayRetry = (count: number, error: unknown) => count < 2 && !(error instanceof ApiError && error.status < 500)

/** Loads again what is on screen and failed without an answer, once the server answers. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    whenBack(error, () => {
      if (query.isActive() && query.state.status === 'error') void query.fetch().catch(() => {})
    })
  },
})

/**
 * Everything loaded from the server. Fresh for some seconds, so that a page takes over what its route has begun to
 * load.
 */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: { staleTime: 10_000, retry: mayRetry, retryDelay: 800, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
