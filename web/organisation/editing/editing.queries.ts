import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type OrganisationDraft, organisationApi } from '#contract/organisation/organisation.api.ts'
import { call } from '#web/app/call.ts'
import { organisationPageQuery } from '#web/organisation/organisation.queries.ts'

const root = 'organisation-editing'

/** A page as curators edit it. */
export const pageDraftQuery = (number: number) =>
  queryOptions({
    queryKey: [root, 'draft', number],
    queryFn: ({ signal }) => call(organisationApi.draft, { params: { number } }, signal),
    // somebody else may have saved while this page stood aside
    refetchOnWindowFocus: 'always',
  })

/** How far each page of the section is. */
export const overviewQuery = queryOptions({
  queryKey: [root, 'overview'],
  queryFn: ({ signal }) => call(organisationApi.overview, {}, signal),
})

/** What was published on a page, newest first. */
export const versionsQuery = (number: number) =>
  queryOptions({
    queryKey: [root, 'versions', number],
    queryFn: ({ signal }) => call(organisationApi.versions, { params: { number } }, signal),
  })

/** A page as it was published. */
export const versionQuery = (number: number, id: number) =>
  queryOptions({
    queryKey: [root, 'versions', number, id],
    queryFn: ({ signal }) => call(organisationApi.version, { params: { number, id } }, signal),
  })

/** The organisation's documents, those of the archive too. */
export const documentsQuery = queryOptions({
  queryKey: [root, 'documents'],
  queryFn: ({ signal }) => call(organisationApi.documents, {}, signal),
})

/** Keeps what the server has answered about a page's draft. */
export const putPageDraft = (client: QueryClient, number: number, draft: OrganisationDraft) => {
  client.setQueryData(pageDraftQuery(number).queryKey, { draft })
  void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
}

/** What readers see has changed: asked for anew, with the history and the documents that are public by now. */
export const pagePublished = (client: QueryClient, number: number) =>
  Promise.all(
    [organisationPageQuery(number), versionsQuery(number), documentsQuery, overviewQuery].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  )

/** A document was added, changed or archived: all are asked for anew. */
export const documentsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: documentsQuery.queryKey })
