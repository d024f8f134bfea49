import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** A page as curators edit it. */
export const pageDraftQuery = (number: number) =>
  // somebody else may have saved while this page was in the background
  q(organisationApi.draft, { params: { number } }, { refetchOnWindowFocus: 'always' })

/** How far each page of the section is. */
export const overviewQuery = q(organisationApi.overview)

/** What was published on a page, newest first. */
export const versionsQuery = (number: number) => q(organisationApi.versions, { params: { number } })

/** A page as it was published. */
export const versionQuery = (number: number, id: number) => q(organisationApi.version, { params: { number, id } })

/** The organisation's documents, those of the archive too. */
export const documentsQuery = q(organisationApi.documents)

/** Documents in force whose last day is near or over. */
export const documentsToRenewQuery = q(organisationApi.documentsToRenew)
