import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { documentsQuery } from '#web/organisation/editing/editing.queries.ts'

/** The organisation's documents by id. */
export type DocumentsById = ReadonlyMap<number, OrganisationDocument>

const none: OrganisationDocument[] = []

/** The organisation's documents by id; none until they have come. */
export const useDocuments = (): DocumentsById => {
  const documents = useQuery(documentsQuery).data?.documents ?? none
  return useMemo(() => new Map(documents.map((document) => [document.id, document])), [documents])
}

/** The document that has replaced one by now: what replaced it, and what replaced that. */
export const currentDocument = (documents: DocumentsById, id: number) => {
  let document = documents.get(id)
  while (document?.replaced_by != null && documents.has(document.replaced_by))
    document = documents.get(document.replaced_by)
  return document
}
