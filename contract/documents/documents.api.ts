import { z } from 'zod'
import { Document, DocumentSlug } from '#contract/documents/documents.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'

export const documentsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/documents/{slug}',
    access: 'public',
    summary: 'The version of a document that is in force',
    params: z.object({ slug: DocumentSlug }),
    answer: z.object({ document: Document }),
  }),
}
