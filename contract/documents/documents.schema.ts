import { z } from 'zod'
import { Moment } from '#contract/http/fields.ts'

/** The school's own documents that the law asks for; `consent` marks those a registration agrees to (152-ФЗ, art. 9). */
export const documents = [
  { slug: 'privacy', title: 'Политика обработки персональных данных', consent: false },
  { slug: 'personal-data', title: 'Согласие на обработку персональных данных', consent: true },
  { slug: 'cookies', title: 'Файлы cookie', consent: false },
] as const

export const DocumentSlug = z.enum(['privacy', 'personal-data', 'cookies'])
export type DocumentSlug = z.infer<typeof DocumentSlug>

export const Document = z.object({
  slug: DocumentSlug,
  title: z.string(),
  content: z.string(),
  version: z.number().int(),
  published_at: Moment,
})
export type Document = z.infer<typeof Document>
