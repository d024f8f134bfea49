import { queryOptions } from '@tanstack/react-query'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { call } from '#web/app/call.ts'

/** What the robot finds at this moment; asked for when the report is opened, and when a curator asks again. */
export const checkQuery = queryOptions({
  queryKey: ['organisation-check'],
  queryFn: ({ signal }) => call(organisationApi.check, {}, signal),
  // the whole section is read for it: not each time the window comes to the front
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  gcTime: 0,
})
