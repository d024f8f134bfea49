import { z } from 'zod'
import { Parent } from '#contract/family/family.schema.ts'
import { Id, Moment } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Rows per page of children who wait for a parent. */
export const waitingPageSize = 50

/** A child whose account waits for a parent's consent. */
export const WaitingChild = z.object({
  user: Person,
  birth_date: z.string().nullable(),
  classes: z.array(z.object({ id: Id, name: z.string() })),
  parents: z.array(Parent),
  since: Moment,
  /** When the parents were last sent a letter, and how many times; null before the first. */
  sent_at: Moment.nullable(),
  letters: z.number().int(),
  /** Whether a letter may be sent now: at most once a day. */
  can_remind: z.boolean(),
})
export type WaitingChild = z.infer<typeof WaitingChild>

/** Whose parents are reminded: these children, or all that wait. */
export const Reminder = z.object({ user_ids: z.array(Id).max(500).optional() })

/** The outcome of a reminder, by child. */
export const Reminded = z.object({
  sent: z.array(Id),
  /** Their parents had a letter within a day. */
  too_soon: z.array(Id),
  without_address: z.array(Id),
})
export type Reminded = z.infer<typeof Reminded>
