import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'

/**
 * The school's own documents that the law asks for. `consent`: people agree to it, with a journal (152-ФЗ, art. 9):
 * `registration` when they register, `parent` for a child, `publication` when they first publish for everybody (art. 10.1).
 */
export const documents = [
  { slug: 'privacy', title: 'Политика обработки персональных данных', consent: null },
  { slug: 'personal-data', title: 'Согласие на обработку персональных данных', consent: 'registration' },
  { slug: 'parent-consent', title: 'Согласие родителя на обработку персональных данных ребёнка', consent: 'parent' },
  {
    slug: 'publication',
    title: 'Согласие на обработку персональных данных, разрешённых для распространения',
    consent: 'publication',
  },
  { slug: 'cookies', title: 'Файлы cookie', consent: null },
] as const

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

/** A version of a document; who published it only for curators, and only when somebody did. */
export const DocumentVersion = z.object({
  version: z.number().int(),
  published_at: Moment,
  published_by: z.object({ id: Id, name: z.string(), surname: z.string() }).optional(),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** The title of a document. */
export const documentName = (slug: DocumentSlug) => documents.find((document) => document.slug === slug)?.title ?? slug
