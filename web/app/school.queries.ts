import { useQuery } from '@tanstack/react-query'
import { minuteMs } from '#contract/durations.ts'
import { siteApi } from '#contract/site/site.api.ts'
import { config } from '#web/app/config.ts'
import { q } from '#web/data/endpoint-query.ts'

/** How old the school's settings may be, in milliseconds: they hardly ever change. */
const freshMs = 5 * minuteMs

/** Who runs the site, and what the school chose. The document brings it along. */
export const schoolQuery = q(
  siteApi.school,
  {},
  { initialData: config.school ? { school: config.school } : undefined, staleTime: freshMs },
)

/** The school's settings; null for the moment in which they are not known. */
export const useSchool = () => useQuery(schoolQuery).data?.school ?? null
