import { z } from 'zod'
import { hourMs } from '#contract/durations.ts'
import { Id, Moment } from '#contract/http/fields.ts'

/** How long a person may cancel before their account is erased, in days. */
export const erasureDays = 14

/** How often a person may export their data; `window` in milliseconds. */
export const exportLimit = { count: 5, window: hourMs }

/** A name in the record of erasures; null for an erased person. */
const Named = z.object({ id: Id, name: z.string(), surname: z.string() })

/** A request for erasing an account, and its outcome. */
export const Erasure = z.object({
  id: Id,
  user: Named,
  /** The person, or a curator at their written request; null: a parent who took the consent for a child back. */
  asked_by: Named.nullable(),
  asked_at: Moment,
  erase_at: Moment,
  cancelled_at: Moment.nullable(),
  erased_at: Moment.nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const ErasureWish = z.object({
  /** The requester's own password, even for a curator who erases somebody else. */
  password: z.string('Введите пароль').min(1, 'Введите пароль').max(1000),
  /** From a curator: takes over, on that day, the courses that would be left without a teacher. */
  successor_id: Id.optional(),
})
