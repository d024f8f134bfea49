import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { siteApi } from '#contract/site/site.api.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { call } from '#web/app/call.ts'
import { config } from '#web/app/config.ts'

/** How old the school's settings may be, in milliseconds: they hardly ever change. */
const freshFor = 5 * 60_000

/** Who runs the site, and what the school chose. The document brings it along. */
export const schoolQuery = queryOptions({
  queryKey: ['settings', 'school'],
  queryFn: ({ signal }) => call(siteApi.school, {}, signal),
  initialData: config.school ? { school: config.school } : undefined,
  staleTime: freshFor,
})

/** The school's settings; null for the moment in which they are not known. */
export const useSchool = () => useQuery(schoolQuery).data?.school ?? null

/** Changes what is said of the school; pages that show it ask anew. */
export const useChangeSchool = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<SchoolSettings>) => call(siteApi.changeSchool, { body }),
    onSuccess: (answer) => {
      client.setQueryData(schoolQuery.queryKey, answer)
      // the edition decides which names the section has: its pages, its editor and what is said of both
      for (const root of ['organisation', 'organisation-editing']) void client.invalidateQueries({ queryKey: [root] })
    },
  })
}
