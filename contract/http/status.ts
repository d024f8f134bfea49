import { z } from 'zod'

export { status } from '#contract/http/named-status.ts'

/** A state as people see it, the same four fields everywhere (product decision: states). */
export const Status = z.object({ slug: z.string(), name: z.string(), color: z.string(), icon: z.string() })
export type Status = z.infer<typeof Status>
