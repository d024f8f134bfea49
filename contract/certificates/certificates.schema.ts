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
})
export type Certificate = z.infer<typeof Certificate>

/** A certificate for its owner and for curators. */
export const OwnCertificate = z.object({
  ...Certificate.shape,
  /** Null when the course is gone. */
  course_id: Id.nullable(),
  /** Why it was withdrawn; only they read it. */
  reason: z.string().nullable(),
})
export type OwnCertificate = z.infer<typeof OwnCertificate>

export const Withdrawal = z.object({ reason: requiredText(500) })
