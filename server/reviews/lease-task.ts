import { type Lease, leaseTimeMs } from '#contract/reviews/reviews.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addTaskEvent, type TaskAudience } from '#server/events/events.repo.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { checkMove } from '#server/tasks/move-task.ts'
import { presentLease } from '#server/tasks/present-task.ts'
import { findLatestAttempt, findTask, lockTask, markAttempt, updateTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

/** The columns without a lease. */
const noLease = { lease_user_id: null, lease_since: null, lease_expires_at: null }

/** The number of the half of a lease's time that a moment falls into, counted since it was taken. */
const halfOf = (since: number, moment: number) => Math.floor((2 * (moment - since)) / leaseTimeMs)

/**
 * Whether a renewal is sent to open pages: once every half of a lease's time, so that the shown lease never expires
 * while it is renewed, and a renewal each minute does not write an event each minute.
 */
const isNews = ({ since, expires_at }: Lease, now: number) =>
  halfOf(Date.parse(since), now) > halfOf(Date.parse(since), Date.parse(expires_at) - leaseTimeMs)

/** Writes a lease of the actor's that begins now, or continues since `since`. */
const writeLease = async (tx: Db, actor: Actor, taskId: number, since: string | null, now: number) => {
  await updateTask(tx, taskId, {
    lease_user_id: actor.id,
    lease_since: since ?? new Date(now).toISOString(),
    lease_expires_at: new Date(now + leaseTimeMs).toISOString(),
  })
  return presentLease(found(await findTask(tx, taskId))) as Lease
}

/**
 * Takes a task for review, or renews the lease; somebody else's lease only with `takeOver`, which is recorded. 409 for a
 * task that was never handed in, was judged or excused: a page that still shows it as waiting would keep its lease.
 */
export const takeLease = (db: Db, actor: Actor, taskId: number, takeOver: boolean): Promise<Lease> =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    // one that its student takes back at this moment was asked for while it waited
    if (task.status !== 'draft' || task.attempt === null) checkMove(task, 'review')
    const held = presentLease(found(await findTask(tx, taskId)))
    const mine = held?.user.id === actor.id
    if (held && !mine && !takeOver) {
      throw new Refusal('lease-held', { detail: `Эту работу сейчас проверяет ${fullName(held.user)}.` })
    }
    const now = Date.now()
    const at = new Date(now).toISOString()
    const lease = await writeLease(tx, actor, taskId, mine ? held.since : null, now)
    const attempt = await findLatestAttempt(tx, taskId)
    if (attempt && attempt.taken_at === null) await markAttempt(tx, attempt.id, { taken_at: at })
    if (held && !mine) {
      await insertThreadEntry(tx, {
        task_id: taskId,
        user_id: actor.id,
        kind: 'taken-over',
        text: fullName(held.user),
        named_id: held.user.id,
        attempt: task.attempt,
        created_at: at,
      })
    }
    if (!mine || isNews(held, now)) await addTaskEvent(tx, taskId, 'lease', 'all', { lease })
    return lease
  })

/** Restores the lease of a reviewer whose verdict was undone. */
export const giveLease = async (tx: Db, actor: Actor, taskId: number, since: string) => {
  const lease = await writeLease(tx, actor, taskId, since, Date.now())
  await addTaskEvent(tx, taskId, 'lease', 'staff', { lease })
}

/** Ends the lease of a task, if any, and notifies `to`. */
export const endLease = async (tx: Db, task: TaskRecord, to: TaskAudience) => {
  if (task.lease_user_id === null) return
  await updateTask(tx, task.id, noLease)
  await addTaskEvent(tx, task.id, 'lease', to, { lease: null })
}

/** Releases the actor's own lease; somebody else's stays. */
export const releaseLease = (db: Db, actor: Actor, taskId: number) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    if (task.lease_user_id === actor.id) await endLease(tx, task, 'all')
  })
