import { type Lease, leaseTime } from '#contract/reviews/reviews.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { fullName } from '#contract/users/users.schema.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { presentLease } from '#server/tasks/present-task.ts'
import { findLatestAttempt, findTask, lockTask, markAttempt, updateTask } from '#server/tasks/tasks.repo.ts'

/** Takes a work for review, or renews that; somebody else's lease only when `takeOver` says so. */
export const takeLease = (db: Db, actor: Actor, taskId: number, takeOver: boolean): Promise<Lease> =>
  db.transaction(async (tx) => {
    await lockTask(tx, taskId)
    const held = presentLease(found(await findTask(tx, taskId)))
    if (held && held.user.id !== actor.id && !takeOver) {
      throw new Refusal('lease-held', { detail: `Эту работу сейчас проверяет ${fullName(held.user)}.` })
    }
    const now = Date.now()
    await updateTask(tx, taskId, {
      lease_user_id: actor.id,
      ...(held?.user.id === actor.id ? {} : { lease_since: new Date(now).toISOString() }),
      lease_expires_at: new Date(now + leaseTime).toISOString(),
    })
    const attempt = await findLatestAttempt(tx, taskId)
    if (attempt && attempt.taken_at === null) {
      await markAttempt(tx, attempt.id, { taken_at: new Date(now).toISOString() })
    }
    return presentLease(found(await findTask(tx, taskId))) as Lease
  })

/** Gives one's own lease back; somebody else's stays. */
export const releaseLease = (db: Db, actor: Actor, taskId: number) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    if (task.lease_user_id === actor.id)
      await updateTask(tx, taskId, { lease_user_id: null, lease_since: null, lease_expires_at: null })
  })
