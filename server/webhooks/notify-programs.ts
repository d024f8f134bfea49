import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { insertDeliveries } from '#server/webhooks/webhooks.repo.ts'

/** What each event is about: ids, and words of ours. */
interface WebhookData {
  'task-submitted': { task_id: number; attempt: number; user_id: number }
  'task-reviewed': { task_id: number; attempt: number | null; verdict: 'accepted' | 'returned'; user_ids: number[] }
  'person-enrolled': { course_id: number; user_id: number }
  'course-finished': { course_id: number; user_id: number; certificate: string }
}

/** Sends other programs what has happened, if the school has any: call it in the act's transaction. */
export const notifyPrograms = async <Event extends keyof WebhookData>(
  tx: Db,
  event: Event,
  data: WebhookData[Event][],
) => {
  if (data.length > 0) await addEffects(tx, 'webhook-due', await insertDeliveries(tx, event, data))
}
