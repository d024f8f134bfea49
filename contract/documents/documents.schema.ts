import { z } from 'zod'
import { documents } from '#contract/documents/document-list.ts'
import { Id, Moment } from '#contract/http/fields.ts'

export const DocumentSlug = z.enum(['privacy', 'personal-data', 'parent-consent', 'publication', 'cookies'])
export type DocumentSlug = z.infer<typeof DocumentSlug>

export const Document = z.object({
  slug: DocumentSlug,
  title: z.string(),
  content: z.string(),
  version: z.number().int(),
  published_at: Moment,
})
export type Document = z.infer<typeof Document>

/** A version of a document; its publisher, if any, is shown to curators only. */
export const DocumentVersion = z.object({
  version: z.number().int(),
  published_at: Moment,
  published_by: z.object({ id: Id, name: z.string(), surname: z.string() }).optional(),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** The title of a document. */
export const documentName = (slug: DocumentSlug) => documents.find((document) => document.slug === slug)?.title ?? slug
