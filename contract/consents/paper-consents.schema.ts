import { z } from 'zod'
import { ParentsSlug } from '#contract/consents/consents.schema.ts'
import { hourMs } from '#contract/durations.ts'
import { FileId } from '#contract/files/files.schema.ts'
import { line } from '#contract/http/fields.ts'
import { Email } from '#contract/users/email.ts'

/** What a scan may be, and its max size in bytes. */
export const scanCheck = { types: ['application/pdf', 'image/*'], maxSize: 20 * 1_048_576 }

/** A day that has begun somewhere on Earth. */
const PastDay = z.iso
  .date('Введите дату')
  .refine(
    (day) => day >= '2000-01-01' && day <= new Date(Date.now() + 14 * hourMs).toISOString().slice(0, 10),
    'Проверьте дату',
  )

/** A parent's consent on paper, as a curator records it. */
export const PaperConsent = z.object({
  documents: z
    .array(ParentsSlug)
    .min(1, 'Выберите, что подписано')
    .transform((documents) => [...new Set(documents)]),
  /** The parent who signed. */
  parent: z.object({
    name: line(100),
    email: z.preprocess((value) => (value === '' ? null : value), Email.nullable()).default(null),
  }),
  signed_on: PastDay,
  /** The scan: a complete upload. */
  file_id: FileId,
})
export type PaperConsent = z.output<typeof PaperConsent>
