import { queryOptions } from '@tanstack/react-query'
import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { keyOf, q } from '#web/data/endpoint-query.ts'

/** The number of the page at an address of the section; it has two. */
export const organisationNumber = (path: string) => {
  const last = path.replace(/\/$/, '').split('/').pop()
  return organisationPages.find(({ number, slug }) => `page${number}` === last || slug === last)?.number ?? 1
}

/** The signature with a number; null when there is none. */
export const signatureQuery = (number: string) =>
  queryOptions({
    queryKey: keyOf(madeDocumentsApi.signature, { params: { number } }),
    // its data say so where there is none
    queryFn: async ({ signal }): Promise<SignatureAnswer> => {
      try {
        return await call(madeDocumentsApi.signature, { params: { number } }, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { signature: null }
        throw error
      }
    },
  })

/** A page of the organisation section. */
export const organisationPageQuery = (number: number) => q(organisationApi.get, { params: { number } })
