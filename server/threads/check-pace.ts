import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findLineBefore } from '#server/threads/threads.repo.ts'

/** Max entries that one person may add to the thread of one task within an hour. */
export const maxEntries = 100

const hour = 60 * 60_000

/** 429 for somebody who floods a thread, which everybody who opens the task loads in full. Lock the task first. */
export const checkPace = async (tx: Db, actor: Actor, taskId: number) => {
  const since = await findLineBefore(tx, { task_id: taskId, user_id: actor.id }, maxEntries)
  const wait = since === null ? 0 : Date.parse(since) + hour - Date.now()
  if (wait <= 0) return
  throw new Refusal('too-many', {
    detail: 'Слишком много сообщений подряд. Подождите немного и напишите ещё раз.',
    retryAfter: wait / 1000,
  })
}
