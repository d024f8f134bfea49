import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { status } from '#contract/http/named-status.ts'
import { namedStatus } from '#contract/http/status.ts'
import { Person } from '#contract/users/users.schema.ts'

export const applicationStatuses = {
  new: status('new', 'Ждёт ответа', 'brand', 'clock'),
  accepted: status('accepted', 'Принята', 'ok', 'check'),
  declined: status('declined', 'Отклонена', 'idle', 'minus'),
} as const
export type ApplicationStatus = keyof typeof applicationStatuses
export const ApplicationStatus = z.enum(['new', 'accepted', 'declined'])
const NamedApplicationStatus = namedStatus(ApplicationStatus)

/** Max length of the applicant's message, in characters. */
export const maxApplicationText = 2000

/** Applications one person may send in 24 hours. */
export const maxApplicationsPerDay = 20

/** Rows per page of applications. */
export const applicationPageSize = 30

/** A person's application to an announced course. */
export const Application = z.object({
  id: Id,
  status: NamedApplicationStatus,
  /** `announced`: its announcement has a page that everybody may open. */
  program: z.object({ id: Id, name: z.string(), announced: z.boolean() }),
  user: Person,
  /** The applicant's message to the school; may be empty. */
  text: z.string(),
  /** Why it was declined; empty when the school gave no reason. */
  reason: z.string(),
  created_at: Moment,
  decided_at: Moment.nullable(),
})
export type Application = z.infer<typeof Application>

export const ApplicationCreate = z.object({ text: plainText(maxApplicationText).optional() })

export const ApplicationDecline = z.object({ reason: plainText(1000).default('') })
