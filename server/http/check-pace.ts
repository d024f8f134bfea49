import { hourMs } from '#contract/durations.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * 429 for somebody who has reached the max of an hour: `since` is when they did the first of as many acts as that, null
 * when they did fewer. First lock what such acts of theirs have in common, so that they are counted one after another.
 */
export const checkPace = (since: string | null, detail: string) => {
  const waitMs = since === null ? 0 : Date.parse(since) + hourMs - Date.now()
  if (waitMs > 0) throw new Refusal('too-many', { detail, retryAfter: waitMs / 1000 })
}
