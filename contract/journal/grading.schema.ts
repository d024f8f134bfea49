import { z } from 'zod'
import { type Grading, scales } from '#contract/journal/scales.ts'

/** How the marks of a course are shown and typed. */
export const GradingInfo = z.object({
  scale: z.enum(scales),
  borders: z.object({ five: z.number(), four: z.number(), three: z.number(), pass: z.number() }),
}) satisfies z.ZodType<Grading>
