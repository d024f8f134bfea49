import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'

/** What an act on many came to for each of them; `detail` says why not. */
export const BulkResult = z.object({
  done: z.array(Id),
  refused: z.array(z.object({ id: Id, detail: z.string() })),
})
export type BulkResult = z.output<typeof BulkResult>
