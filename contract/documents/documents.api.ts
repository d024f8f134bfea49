import { z } from 'zod'
import { Document, DocumentSlug, DocumentVersion } from '#contract/documents/documents.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, RichText } from '#contract/http/fields.ts'

const ofSlug = z.object({ slug: DocumentSlug })
const document = z.object({ document: Document })

export const documentsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/documents/{slug}',
    access: 'public',
    summary: 'The version of a document that is in force',
    params: ofSlug,
    response: document,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/documents/{slug}/versions',
    access: 'public',
    summary: 'All versions of a document, newest first',
    params: ofSlug,
    response: z.object({ versions: z.array(DocumentVersion) }),
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/documents/{slug}/versions/{version}',
    access: 'public',
    summary: 'A version of a document: people can read again what they agreed to',
    params: z.object({ slug: DocumentSlug, version: AddressId }),
    response: document,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/documents/{slug}/versions',
    access: 'curator',
    right: 'all',
    summary: 'Put a new version in force; 409 when another was published meanwhile',
    params: ofSlug,
    body: z.object({
      content: RichText,
      /** The version in force that the new one is based on. */
      version: z.number().int(),
    }),
    status: 201,
    response: document,
  }),
}
