import { queryOptions } from '@tanstack/react-query'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { organisationPages } from '#contract/organisation/organisation.schema.ts'
import { call } from '#web/app/call.ts'

/** The number of the page at an address of the section; it has two. */
export const organisationNumber = (path: string) => {
  const last = path.replace(/\/$/, '').split('/').pop()
  return organisationPages.find(({ number, slug }) => `page${number}` === last || slug === last)?.number ?? 1
}

/** A page of the organisation section. */
export const organisationPageQuery = (number: number) =>
  queryOptions({
    queryKey: ['organisation', number],
    queryFn: ({ signal }) => call(organisationApi.get, { params: { number } }, signal),
  })
