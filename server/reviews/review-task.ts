import type { Verdict } from '#contract/reviews/reviews.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { copyFiles } from '#server/files/keep-files.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { insertRemarks, insertReview, revokeReviews } from '#server/reviews/reviews.repo.ts'
import { moveTask } from '#server/tasks/move-task.ts'
import { attemptOf, draftOf, isEmptyDraft } from '#server/tasks/task-files.ts'
import { findLatestAttempt, markAttempt, updateTask } from '#server/tasks/tasks.repo.ts'
import type { AttemptRecord, TaskRecord } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

const tell = async (
  tx: Db,
  entry: { task_id: number; user_id: number; kind: 'accepted' | 'returned' | 'reopened' | 'excused'; text: string },
  attempt: number | null,
  at: string,
) => {
  const { id } = await insertThreadEntry(tx, { ...entry, attempt, created_at: at })
  await addEffect(tx, 'task-moved', { entry_id: id })
}

/** A returned work begins with the text and files of its last attempt, unless the student has already written on. */
const refillDraft = async (tx: Db, task: TaskRecord, attempt: AttemptRecord, at: string) => {
  if (!(await isEmptyDraft(tx, task))) return
  await copyFiles(tx, attemptOf(attempt), draftOf(task))
  await updateTask(tx, task.id, {
    draft_content: attempt.content,
    draft_revision: task.draft_revision + 1,
    draft_saved_at: at,
  })
}

/** The verdict on the latest attempt. It carries the version it was made on: whatever came in between answers 409. */
export const reviewTask = (db: Db, actor: Actor, taskId: number, verdict: Verdict) =>
  moveTask(db, taskId, 'review', async (tx, task, at) => {
    const attempt = await findLatestAttempt(tx, taskId)
    if (!attempt || attempt.number !== verdict.attempt) throw new Refusal('attempt-behind')
    if (verdict.review_revision !== undefined && verdict.review_revision !== task.review_revision) {
      throw new Refusal('review-behind')
    }
    const comment = verdict.comment ?? ''
    const remarks = (verdict.remarks ?? []).map(({ id, text, done = false, anchor = null }) => ({
      id,
      text,
      done,
      anchor,
    }))
    const accepted = verdict.verdict === 'accepted'
    if (!accepted && comment === '' && !remarks.some(({ done }) => !done)) {
      throw invalid('comment', 'Чтобы вернуть работу, напишите, что в ней исправить.')
    }
    const score = accepted ? (verdict.score ?? null) : null
    // a verdict needs no lease, but it takes the attempt just as well
    if (attempt.taken_at === null) await markAttempt(tx, attempt.id, { taken_at: at })
    const review = await insertReview(tx, {
      attempt_id: attempt.id,
      user_id: actor.id,
      verdict: verdict.verdict,
      comment,
      score,
      created_at: at,
    })
    await insertRemarks(tx, { id: review.id, task_id: taskId, attempt: attempt.number }, remarks)
    await updateTask(tx, taskId, {
      status: verdict.verdict,
      score,
      review_revision: task.review_revision + 1,
      lease_user_id: null,
      lease_since: null,
      lease_expires_at: null,
    })
    if (!accepted) await refillDraft(tx, task, attempt, at)
    await tell(tx, { task_id: taskId, user_id: actor.id, kind: verdict.verdict, text: comment }, attempt.number, at)
  })

/** Puts an accepted or returned work back to review: its verdict becomes history. */
export const reopenTask = (db: Db, actor: Actor, taskId: number, reason: string) =>
  moveTask(db, taskId, 'reopen', async (tx, task, at) => {
    const attempt = await findLatestAttempt(tx, taskId)
    if (!attempt) throw new Refusal('wrong-state')
    await revokeReviews(tx, attempt.id, at)
    await updateTask(tx, taskId, { status: 'submitted', score: null, review_revision: task.review_revision + 1 })
    await tell(tx, { task_id: taskId, user_id: actor.id, kind: 'reopened', text: reason }, attempt.number, at)
  })

/** Frees the student from the work. */
export const excuseTask = (db: Db, actor: Actor, taskId: number, reason: string) =>
  moveTask(db, taskId, 'excuse', async (tx, task, at) => {
    await updateTask(tx, taskId, {
      status: 'excused',
      score: null,
      review_revision: task.review_revision + 1,
      lease_user_id: null,
      lease_since: null,
      lease_expires_at: null,
    })
    await tell(tx, { task_id: taskId, user_id: actor.id, kind: 'excused', text: reason }, task.attempt, at)
  })
