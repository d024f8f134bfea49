import { dayMs } from '#contract/durations.ts'
import { plural } from '#contract/plural.ts'
import { countWithin } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

const tooManyPublished = (perDay: number) => (retryAfter: number) =>
  new Refusal('quota-reached', {
    detail: `За сутки можно опубликовать не больше ${perDay} ${plural(perDay, 'проекта', 'проектов', 'проектов')}. Сохраните этот как черновик и опубликуйте его завтра.`,
    retryAfter,
  })

/**
 * Counts a publication of a draft against a person's limit for 24 hours (product decision: quotas), in the transaction
 * that publishes. 429 when it is used up.
 */
export const takePublishQuota = (tx: Db, userId: number, perDay: number) =>
  countWithin(tx, [
    {
      key: `publish:account:${userId}`,
      limit: { count: perDay, window: dayMs },
      refuse: tooManyPublished(perDay),
    },
  ])
