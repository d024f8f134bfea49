import { z } from 'zod'
import { dayMs } from '#contract/durations.ts'
import { MomentInput } from '#contract/http/fields.ts'

/** A moment, or a day in UTC: the beginning of the day that is `days` later. */
export const momentOrDay = (days: number) =>
  z.union(
    [
      MomentInput,
      z.iso
        .date()
        .transform((day) => new Date(Date.parse(day) + days * dayMs).toISOString())
        .pipe(MomentInput),
    ],
    'Проверьте дату',
  )
