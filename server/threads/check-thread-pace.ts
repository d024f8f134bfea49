import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { checkPace } from '#server/http/check-pace.ts'
import { findEntryBefore } from '#server/threads/threads.repo.ts'

/** Max entries that one person may add to the thread of one task within an hour. */
const maxEntries = 100

/** 429 for somebody who floods a thread, which everybody who opens the task loads in full. Lock the task first. */
export const checkThreadPace = async (tx: Db, actor: Actor, taskId: number) =>
  checkPace(
    await findEntryBefore(tx, { task_id: taskId, user_id: actor.id }, maxEntries),
    'Слишком много сообщений подряд. Подождите немного и напишите ещё раз.',
  )
