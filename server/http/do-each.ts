import type { BulkResult } from '#contract/http/bulk-result.ts'
import { errors } from '#contract/http/errors.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How many things are changed at the same time. */
const lanes = 4

/** Runs the act on each, a few at a time; a refusal of one does not affect the others. */
export const doEach = async <Thing>(
  things: Thing[],
  idOf: (thing: Thing) => number,
  act: (thing: Thing) => Promise<void>,
): Promise<BulkResult> => {
  const refusals = new Map<number, Refusal>()
  const waiting = things.values()
  const goOn = async () => {
    for (const thing of waiting) {
      await act(thing).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        refusals.set(idOf(thing), error)
      })
    }
  }
  await Promise.all(Array.from({ length: lanes }, goOn))
  const result: BulkResult = { done: [], refused: [] }
  for (const id of things.map(idOf)) {
    const refusal = refusals.get(id)
    if (refusal) result.refused.push({ id, detail: refusal.detail ?? errors[refusal.code].detail })
    else result.done.push(id)
  }
  return result
}
