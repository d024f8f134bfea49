import { queryOptions } from '@tanstack/react-query'
import { documentsApi } from '#contract/documents/documents.api.ts'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { call } from '#web/app/call.ts'

/** A document of the school, in the version that is in force. */
export const documentQuery = (slug: string) =>
  queryOptions({
    queryKey: ['documents', slug],
    queryFn: ({ signal }) => call(documentsApi.get, { params: { slug: slug as DocumentSlug } }, signal),
  })
