import { documentsApi } from '#contract/documents/documents.api.ts'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** A document of the school, in the version that is in force. */
export const documentQuery = (slug: string) => q(documentsApi.get, { params: { slug: slug as DocumentSlug } })

/** A document in the version of a number; a number that is none has no version. */
export const documentVersionQuery = (slug: string, version: string) =>
  q(documentsApi.version, { params: { slug: slug as DocumentSlug, version } }, { staleTime: Number.POSITIVE_INFINITY })

/** All versions of a document, newest first. */
export const documentVersionsQuery = (slug: DocumentSlug) => q(documentsApi.versions, { params: { slug } })

/** Puts a new version in force, written from version `version`. */
export const usePublishDocument = (slug: DocumentSlug) =>
  useAct(documentsApi.publish, (body: { content: string; version: number }) => ({ params: { slug }, body }))
