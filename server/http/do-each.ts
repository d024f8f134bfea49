import type { BulkResult } from '#contract/http/bulk-result.ts'
import { errors } from '#contract/http/errors.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How many things are changed at the same time. */
const lanes = 4

/**
 * Runs the act on each, a few at a time; a refusal of one does not affect the others. After a failure nothing more is
 * begun: it is thrown once the acts under way have ended.
 */
export const doEach = async <Thing>(
  things: Thing[],
  idOf: (thing: Thing) => number,
  act: (thing: Thing) => Promise<void>,
): Promise<BulkResult> => {
  const refusals = new Map<number, Refusal>()
  const waiting = things.values()
  let hasFailed = false
  const goOn = async () => {
    for (const thing of waiting) {
      if (hasFailed) return
      await act(thing).catch((error) => {
        if (error instanceof Refusal) return void refusals.set(idOf(thing), error)
        hasFailed = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, goOn))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  const result: BulkResult = { done: [], refused: [] }
  for (const id of things.map(idOf)) {
    const refusal = refusals.get(id)
    if (refusal) result.refused.push({ id, detail: refusal.detail ?? errors[refusal.code].detail })
    else result.done.push(id)
  }
  return result
}
