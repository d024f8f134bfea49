import { z } from 'zod'
import { Id, Moment, MomentInput } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Max people who take over together. */
const maxReceivers = 20

/** A moment, or a day: its first moment in Moscow. */
const Until = z.union(
  [
    MomentInput,
    z.iso
      .date()
      .transform((day) => `${day}T00:00:00+03:00`)
      .pipe(MomentInput),
  ],
  'Проверьте дату',
)

export const HandoverCreate = z.object({
  /** Who takes over, together. */
  to: z.array(Id).min(1, 'Выберите, кто примет дела').max(maxReceivers, `Не больше ${maxReceivers} человек`),
  /** When everything returns; for good when it is left out. */
  until: Until.nullish(),
})
export type HandoverCreate = z.output<typeof HandoverCreate>

/** The people who would take over, for the count: ids, separated by commas. */
export const HandoverQuery = z.object({
  to: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(HandoverCreate.shape.to)
    .optional(),
})

/** How much has passed to others: courses taught, open tasks, classes led. */
export const Moved = z.object({ courses: z.number().int(), tasks: z.number().int(), cohorts: z.number().int() })
export type Moved = z.infer<typeof Moved>

export const Handover = z.object({
  id: Id,
  to: z.array(Person),
  moved: Moved,
  until: Moment.nullable(),
  created_at: Moment,
  /** When everything returned; null as long as others have it. */
  ended_at: Moment.nullable(),
})
export type Handover = z.infer<typeof Handover>
