import { keepPreviousData } from '@tanstack/react-query'
import { searchApi } from '#contract/search/search.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The results of a search. Earlier ones stay until they are loaded. */
export const searchQuery = (text: string) =>
  q(
    searchApi.find,
    { query: { q: text } },
    { placeholderData: keepPreviousData, enabled: text !== '', staleTime: 10_000 },
  )
