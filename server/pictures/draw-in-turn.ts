import { Refusal } from '#server/http/refusal.ts'

/** How much is drawn at once, and in a minute: so many may wait while one is drawn. */
interface Limits {
  waiting: number
  perMinute: number
}

const minute = 60_000

/** Draws one after another. Who comes when too many wait, or too much was drawn within a minute, is asked to come again: 429. */
export const createTurns = ({ waiting, perMinute }: Limits) => {
  let last: Promise<unknown> = Promise.resolve()
  let ahead = 0
  let begun: number[] = []
  return <Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> => {
    const now = Date.now()
    begun = begun.filter((at) => at > now - minute)
    if (ahead > waiting) throw new Refusal('too-many', { retryAfter: 3 })
    if (begun.length >= perMinute)
      throw new Refusal('too-many', { retryAfter: ((begun[0] as number) + minute - now) / 1000 })
    begun.push(now)
    ahead += 1
    const mine = last.then(draw).finally(() => {
      ahead -= 1
    })
    last = mine.catch(() => {})
    return mine
  }
}
