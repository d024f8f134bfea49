import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { verdictProblem } from '#contract/reviews/reviews.policy.ts'
import { earnedPoints, type Verdict } from '#contract/reviews/reviews.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, undoUntil } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { copyFiles } from '#server/files/keep-files.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { scoreFault } from '#server/journal/change-score.ts'
import { checkCanFix } from '#server/reviews/check-can-fix.ts'
import type { HeldBatch } from '#server/reviews/held-batch.ts'
import { endLease } from '#server/reviews/lease-task.ts'
import { findLatestReview, insertRemarks, insertReview, unfixRemarks } from '#server/reviews/reviews.repo.ts'
import { judgeCriteria, remarksOf } from '#server/reviews/verdict-parts.ts'
import { checkMove } from '#server/tasks/move-task.ts'
import { attemptOf, draftOf, isEmptyDraft } from '#server/tasks/task-files.ts'
import { findLatestAttempt, findTask, lockTask, markAttempt, updateTask } from '#server/tasks/tasks.repo.ts'
import type { AttemptRecord, TaskRecord } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

/**
 * Fills the draft of a returned task with the text, files and link of its last attempt, unless the student has already
 * continued it. Returns the revision of the refilled draft, or null.
 */
const refillDraft = async (tx: Db, task: TaskRecord, attempt: AttemptRecord, at: string) => {
  if (!(await isEmptyDraft(tx, task))) return null
  await copyFiles(tx, attemptOf(attempt), draftOf(task))
  const revision = task.draft_revision + 1
  await updateTask(tx, task.id, {
    draft_content: attempt.content,
    draft_link: attempt.link,
    draft_revision: revision,
    draft_saved_at: at,
  })
  return revision
}

/** The latest attempt, when neither it nor the review has changed since the verdict was made; 409 otherwise. */
const checkVersion = async (tx: Db, task: TaskRecord, verdict: Pick<Verdict, 'attempt' | 'review_revision'>) => {
  const attempt = await findLatestAttempt(tx, task.id)
  if (!attempt || attempt.number !== verdict.attempt) throw new Refusal('attempt-behind')
  if (verdict.review_revision !== undefined && verdict.review_revision !== task.review_revision) {
    throw new Refusal('review-behind')
  }
  return attempt
}

/** 409 with the author of an existing verdict; without one, the table of moves decides. */
const checkOpen = async (tx: Db, task: TaskRecord) => {
  const { status } = task
  if (status !== 'accepted' && status !== 'returned') return checkMove(task, 'review')
  const latest = await findLatestReview(tx, task.id)
  const reviewer = latest && (await findUser(tx, latest.review.user_id))
  if (!reviewer) return checkMove(task, 'review')
  throw new Refusal('wrong-state', {
    detail: `Работа в состоянии «${taskStatuses[status].name}»: решение уже есть, его автор — ${fullName(reviewer)}.`,
  })
}

/**
 * Gives the verdict on the attempt, in the transaction that locks the task. `batch`: the act on many tasks that it
 * belongs to. Returns the id of its entry in the thread.
 */
export const judgeTask = async (tx: Db, actor: Actor, task: TaskRecord, verdict: Verdict, batch?: HeldBatch) => {
  await checkOpen(tx, task)
  const taskId = task.id
  const at = new Date().toISOString()
  const attempt = await checkVersion(tx, task, verdict)
  const head = found(await findTask(tx, taskId))
  const { assignment } = head
  const criteria = judgeCriteria(assignment.criteria, verdict.criteria)
  const { kept, known } = await remarksOf(tx, attempt, verdict)
  const comment = verdict.comment ?? ''
  const accepted = verdict.verdict === 'accepted'
  if (!accepted) checkCanFix(head)
  const problem = verdictProblem({ verdict: verdict.verdict, comment, remarks: kept })
  if (problem) throw invalid('comment', problem)
  const fault = accepted && scoreFault(verdict.score, maxScoreOf(assignment.criteria))
  if (fault) throw invalid('score', fault)
  // a verdict without text leaves a question open
  const answered = comment !== ''
  // a score that was typed in the journal stays unless the verdict has one
  const score = accepted ? (verdict.score ?? earnedPoints(criteria) ?? task.score) : null
  // a verdict needs no lease, but it takes the attempt just the same
  if (attempt.taken_at === null) await markAttempt(tx, attempt.id, { taken_at: at })
  const review = await insertReview(tx, {
    attempt_id: attempt.id,
    user_id: actor.id,
    verdict: verdict.verdict,
    comment,
    score,
    criteria,
    created_at: at,
  })
  await insertRemarks(tx, { id: review.id, task_id: taskId, attempt: attempt.number }, kept)
  await unfixRemarks(
    tx,
    kept.flatMap(({ id, done }) => (id === undefined || done ? [] : id)),
  )
  const review_revision = task.review_revision + 1
  await updateTask(tx, taskId, {
    status: verdict.verdict,
    score,
    review_revision,
    ...(answered ? { question_at: null } : {}),
    ...(accepted ? { extension_asked: null } : {}),
  })
  const refilled = accepted ? null : await refillDraft(tx, task, attempt, at)
  await endLease(tx, task, 'staff')
  const entry = await insertThreadEntry(tx, {
    task_id: taskId,
    user_id: actor.id,
    kind: verdict.verdict,
    text: comment,
    attempt: attempt.number,
    created_at: at,
  })
  const before = {
    score: task.score,
    question_at: answered ? task.question_at : null,
    extension_asked: task.extension_asked,
    lease_since: task.lease_user_id === actor.id ? task.lease_since : null,
    refilled,
    remarks: known.map(({ id, fixed, answer }) => ({ id, fixed, answer })),
    review_revision,
  }
  const moved = { entry_id: entry.id, review_id: review.id, verdict: before }
  await (batch
    ? addEffect(tx, 'task-moved', { ...moved, batch_id: batch.id }, batch.heldUntil)
    : addEffect(tx, 'task-moved', moved, undoUntil(at)))
  await addAuditEntry(tx, {
    actor,
    kind: 'verdict',
    object: { kind: 'task', id: taskId },
    before: { status: task.status, score: task.score },
    after: { status: verdict.verdict, score },
  })
  await addTaskEvent(tx, taskId, 'verdict', 'staff')
  return entry.id
}

/**
 * Gives the verdict on the latest attempt. It carries the version it is based on: any change in between returns 409. It
 * is valid at once; its students are notified when it can no longer be undone.
 */
export const reviewTask = (db: Db, actor: Actor, taskId: number, verdict: Verdict) =>
  db.transaction(async (tx) => judgeTask(tx, actor, await lockTask(tx, taskId), verdict))
