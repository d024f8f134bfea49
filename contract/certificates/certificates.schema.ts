import { z } from 'zod'
import { Id, requiredText } from '#contract/http/fields.ts'

/** A certificate as everybody who has its number may see it. */
export const Certificate = z.object({
  number: z.string(),
  /** The person’s name and the course’s, as they were when it was issued. */
  name: z.string(),
  course: z.string(),
  issued_on: z.iso.date(),
  withdrawn: z.boolean(),
  /** Why it was withdrawn, for its owner and curators alone: it may say something of the person. */
  reason: z.string().nullish(),
  /** The number of the one that was issued instead of it, for the same readers. */
  replaced_by: z.string().optional(),
})
export type Certificate = z.infer<typeof Certificate>

/** A certificate for its owner and for curators. */
export const OwnCertificate = z.object({
  ...Certificate.shape,
  /** Null when the course is gone. */
  course_id: Id.nullable(),
  reason: z.string().nullable(),
})
export type OwnCertificate = z.infer<typeof OwnCertificate>

export const Withdrawal = z.object({ reason: requiredText(500) })

/** The name on a certificate, as it should be. */
export const CertificateName = z.object({ name: requiredText(200) })
