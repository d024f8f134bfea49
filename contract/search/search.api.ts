import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { SearchQuery, SearchResult } from '#contract/search/search.schema.ts'

export const searchApi = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'user',
    summary: 'Lessons, courses, people, tasks and projects that the caller may see, by what they are called and say',
    query: SearchQuery,
    response: z.object({ results: z.array(SearchResult) }),
  }),
}
