import { z } from 'zod'
import { momentOrDay } from '#contract/http/day-filter.ts'
import { AddressId, Id, Moment, Page } from '#contract/http/fields.ts'
import { securityKinds } from '#contract/security/security-kinds.ts'
import { Person } from '#contract/users/users.schema.ts'

const SecurityKind = z.enum(securityKinds, 'Такого вида записей нет')

/** An entry of the security log: what happened once, or the same several times. */
export const SecurityEntry = z.object({
  id: Id,
  at: Moment,
  /** The last time. */
  until: Moment,
  count: z.number().int(),
  kind: SecurityKind,
  /** Whose account it was, or who was signed in; null: nobody is known, or very many at once were added up. */
  user: Person.nullable(),
  /** An IPv4 address or the /64 of an IPv6 one; empty where several were added up. */
  network: z.string(),
  /** The call, such as `GET /api/courses/5/journal/export`; empty where it says nothing. */
  place: z.string(),
})
export type SecurityEntry = z.infer<typeof SecurityEntry>

/** What the log may be narrowed down to. */
export const SecurityQuery = z.object({
  user_id: AddressId.optional(),
  kind: SecurityKind.optional(),
  from: momentOrDay(0).optional(),
  /** Exclusive; a day is included. */
  to: momentOrDay(1).optional(),
  page: Page,
})
