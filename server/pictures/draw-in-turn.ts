import { minuteMs } from '#contract/durations.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How many drawings may wait while one is drawn, and how many are allowed in a minute. */
interface Limits {
  waiting: number
  perMinute: number
}

/** Draws one after another. Refuses with 429 when too many wait, or too many were drawn within a minute. */
export const createTurns = ({ waiting, perMinute }: Limits) => {
  let last: Promise<unknown> = Promise.resolve()
  let ahead = 0
  let begun: number[] = []
  return <Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> => {
    const now = performance.now()
    begun = begun.filter((at) => at > now - minuteMs)
    if (ahead > waiting) throw new Refusal('too-many', { retryAfter: 3 })
    if (begun.length >= perMinute)
      throw new Refusal('too-many', { retryAfter: ((begun[0] as number) + minuteMs - now) / 1000 })
    begun.push(now)
    ahead += 1
    const mine = last.then(draw).finally(() => {
      ahead -= 1
    })
    last = mine.catch(() => {})
    return mine
  }
}
