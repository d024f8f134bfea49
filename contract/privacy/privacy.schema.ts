import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'

/** How long a person may change their mind before their account is erased, in days. */
export const erasureDays = 14

/** How often a person may take their data with them; `window` in milliseconds. */
export const exportLimit = { count: 5, window: 60 * 60_000 }

/** A name as it stands in the record of erasures; null for somebody who was erased. */
const Named = z.object({ id: Id, name: z.string(), surname: z.string() })

/** A wish to have an account erased, and what became of it. */
export const Erasure = z.object({
  id: Id,
  user: Named,
  /** The person, or a curator at their written request; null: a parent, who took the consent for a child back. */
  asked_by: Named.nullable(),
  asked_at: Moment,
  erase_at: Moment,
  cancelled_at: Moment.nullable(),
  erased_at: Moment.nullable(),
})
export type Erasure = z.infer<typeof Erasure>

/** Who asks gives their own password: a curator who erases for somebody else, too. */
export const ErasureWish = z.object({ password: z.string('Введите пароль').min(1, 'Введите пароль').max(1000) })
