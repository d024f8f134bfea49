import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Rows per page of waiting registrations. */
export const registrationPageSize = 50

/** Somebody who has registered, and waits until a curator accepts them. */
export const WaitingRegistration = z.object({
  user: Person,
  email: z.string().nullable(),
  /** Whether a link from a letter to this address was followed. */
  email_confirmed: z.boolean(),
  /** The class whose code they had; null without one. */
  cohort: z.object({ id: Id, name: z.string() }).nullable(),
  /** The course that they apply to once they are let in; null without one. */
  program: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Moment,
})
export type WaitingRegistration = z.infer<typeof WaitingRegistration>

export const RegistrationDecline = z.object({ reason: plainText(1000).default('') })
