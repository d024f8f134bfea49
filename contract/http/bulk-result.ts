import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'

/** The result of an act on many for each of them; `detail` is why it was refused. */
export const BulkResult = z.object({
  done: z.array(Id),
  refused: z.array(z.object({ id: Id, detail: z.string() })),
})
export type BulkResult = z.output<typeof BulkResult>
