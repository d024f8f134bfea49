import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { documentsApi } from '#contract/documents/documents.api.ts'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { call } from '#web/app/call.ts'

/** A document of the school, in the version that is in force. */
export const documentQuery = (slug: string) =>
  queryOptions({
    queryKey: ['documents', slug],
    queryFn: ({ signal }) => call(documentsApi.get, { params: { slug: slug as DocumentSlug } }, signal),
  })

/** A document in the version of a number; a number that is none has no version. */
export const documentVersionQuery = (slug: string, version: string) =>
  queryOptions({
    queryKey: ['documents', slug, 'versions', version],
    queryFn: ({ signal }) =>
      call(documentsApi.version, { params: { slug: slug as DocumentSlug, version: version as never } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All versions of a document, newest first. */
export const documentVersionsQuery = (slug: DocumentSlug) =>
  queryOptions({
    queryKey: ['documents', slug, 'versions'],
    queryFn: ({ signal }) => call(documentsApi.versions, { params: { slug } }, signal),
  })

/** Puts a new version in force, written from version `version`. */
export const usePublishDocument = (slug: DocumentSlug) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { content: string; version: number }) => call(documentsApi.publish, { params: { slug }, body }),
    onSuccess: (answer) => {
      client.setQueryData(documentQuery(slug).queryKey, answer)
      void client.invalidateQueries({ queryKey: documentVersionsQuery(slug).queryKey, exact: true })
    },
  })
}
