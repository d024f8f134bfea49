import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { findHeldUntil } from '#server/effects/effects.repo.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { endLease } from '#server/reviews/lease-task.ts'
import { findLatestReview, revokeReviews } from '#server/reviews/reviews.repo.ts'
import { moveTask } from '#server/tasks/move-task.ts'
import { findLatestAttempt, updateTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

/** Notifies staff at once, and students after the pending notification about the verdict before it. */
const notify = async (
  tx: Db,
  entry: { task_id: number; user_id: number; kind: 'reopened' | 'excused'; text: string; attempt: number | null },
  verdict: { id: number } | undefined,
  at: string,
) => {
  const { id } = await insertThreadEntry(tx, { ...entry, created_at: at })
  const heldUntil = verdict && (await findHeldUntil(tx, { review_id: verdict.id }))
  await addEffect(tx, 'task-moved', { entry_id: id }, heldUntil)
  await addTaskEvent(tx, entry.task_id, entry.kind, 'staff')
}

/** Writes the move, which ends with no score, into the journal of changes. */
const audit = (
  tx: Db,
  actor: Actor,
  { id, status, score }: TaskRecord,
  kind: 'task-reopened' | 'task-excused',
  to: TaskRecord['status'],
) =>
  addAuditEntry(tx, {
    actor,
    kind,
    object: { kind: 'task', id },
    before: { status, score },
    after: { status: to, score: null },
  })

/** Reopens an accepted or returned task for review: its verdict becomes history. */
export const reopenTask = (db: Db, actor: Actor, taskId: number, reason: string) =>
  moveTask(db, taskId, 'reopen', async (tx, task, at) => {
    const attempt = await findLatestAttempt(tx, taskId)
    if (!attempt) throw new Refusal('wrong-state')
    const latest = await findLatestReview(tx, taskId)
    await revokeReviews(tx, attempt.id, at)
    await updateTask(tx, taskId, { status: 'submitted', score: null, review_revision: task.review_revision + 1 })
    const entry = { task_id: taskId, user_id: actor.id, kind: 'reopened' as const, text: reason }
    await notify(tx, { ...entry, attempt: attempt.number }, latest?.review, at)
    await audit(tx, actor, task, 'task-reopened', 'submitted')
  })

/** Excuses the student from the task. */
export const excuseTask = (db: Db, actor: Actor, taskId: number, reason: string) =>
  moveTask(db, taskId, 'excuse', async (tx, task, at) => {
    const latest = await findLatestReview(tx, taskId)
    await updateTask(tx, taskId, {
      status: 'excused',
      score: null,
      review_revision: task.review_revision + 1,
      question_at: null,
      extension_asked: null,
    })
    await endLease(tx, task, 'staff')
    const entry = { task_id: taskId, user_id: actor.id, kind: 'excused' as const, text: reason }
    await notify(tx, { ...entry, attempt: task.attempt }, latest?.review, at)
    await audit(tx, actor, task, 'task-excused', 'excused')
  })
