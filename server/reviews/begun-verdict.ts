import { z } from 'zod'
import { isTouched } from '#contract/reviews/verdict-draft.ts'

const Verdict = z.object({
  comment: z.string(),
  remark: z.string(),
  score: z.union([z.number(), z.string()]),
  remarks: z.array(z.object({ before: z.boolean().optional() })),
  criteria: z.array(z.unknown()).default([]),
})

/** A draft as the review desk keeps it; `earlier` was written for another attempt. */
const Kept = z.object({ verdict: Verdict, earlier: z.object({ verdict: Verdict }).nullish() })

/** Whether the value of a draft has anything of a teacher's own, which the desk shows to be sent or removed. */
export const isBegunVerdict = (value: unknown) => {
  const { data } = Kept.safeParse(value)
  return data !== undefined && [data.verdict, data.earlier?.verdict].some((verdict) => verdict && isTouched(verdict))
}
