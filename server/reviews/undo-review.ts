import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { type BeforeVerdict, takeBackEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { dropFiles } from '#server/files/keep-files.ts'
import { authorize, Refusal } from '#server/http/refusal.ts'
import { giveLease } from '#server/reviews/lease-task.ts'
import {
  deleteReview,
  findLatestReview,
  hasProjectSince,
  listOpenRemarksOf,
  refixRemarks,
} from '#server/reviews/reviews.repo.ts'
import type { ReviewRecord } from '#server/reviews/reviews.table.ts'
import { draftOf } from '#server/tasks/task-files.ts'
import { lockTask, updateTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { deleteThreadEntry } from '#server/threads/threads.repo.ts'

const studentNotified = () =>
  `Отменить уже нельзя: ${called('студенту')} сообщили о решении. Если оно неверное, отправьте работу снова на проверку.`
const studentAnswered = () =>
  `${called('Студент')} уже увидел решение и ответил на него. Если оно неверное, отправьте работу снова на проверку.`
const notLatest = 'Это решение уже не последнее: работу сдали ещё раз, вернули на проверку или изменили иначе.'

/** Whether a student has answered the verdict's remarks since. */
const hasAnswers = async (tx: Db, review: ReviewRecord, before: BeforeVerdict) =>
  (await listOpenRemarksOf(tx, review.id)).some(({ id, fixed, answer }) => {
    const earlier = before.remarks.find((remark) => remark.id === id)
    return fixed || answer !== (earlier?.answer ?? '')
  })

/** Empties the draft that the verdict had refilled, unless a student has changed it since. */
const emptyDraft = async (tx: Db, task: TaskRecord, { refilled }: BeforeVerdict) => {
  if (refilled === null || task.draft_revision !== refilled) return
  await dropFiles(tx, draftOf(task))
  await updateTask(tx, task.id, {
    draft_content: '',
    draft_link: null,
    draft_revision: task.draft_revision + 1,
    draft_saved_at: null,
  })
}

/**
 * Takes the actor's verdict back while nobody was notified of it; `entryId` selects one verdict by its entry in the
 * thread. The row of its effect decides: whichever deletes it first, the worker or the undo, wins, and the other finds
 * nothing.
 */
export const undoReview = (db: Db, actor: Actor, taskId: number, entryId?: number) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const latest = await findLatestReview(tx, taskId)
    if (!latest || task.status !== latest.review.verdict) throw new Refusal('wrong-state', { detail: notLatest })
    const { review } = latest
    authorize(review.user_id === actor.id, 'Отменить решение может только тот, кто его вынес.')
    const held = await takeBackEffect(tx, 'task-moved', {
      review_id: review.id,
      ...(entryId === undefined ? {} : { entry_id: entryId }),
    })
    const before = held?.verdict
    if (!before) throw new Refusal('wrong-state', { detail: studentNotified() })
    if (task.review_revision !== before.review_revision || task.score !== review.score)
      throw new Refusal('wrong-state', { detail: notLatest })
    if ((await hasAnswers(tx, review, before)) || (await hasProjectSince(tx, taskId, review.created_at))) {
      throw new Refusal('wrong-state', { detail: studentAnswered() })
    }
    await refixRemarks(
      tx,
      before.remarks.flatMap(({ id, fixed }) => (fixed ? id : [])),
    )
    await deleteReview(tx, review.id)
    await deleteThreadEntry(tx, held.entry_id)
    await emptyDraft(tx, task, before)
    await updateTask(tx, taskId, {
      status: 'submitted',
      score: before.score,
      review_revision: task.review_revision + 1,
      // a question asked since waits as well: the older one counts
      question_at: before.question_at ?? task.question_at,
      extension_asked: task.extension_asked ?? before.extension_asked,
    })
    // without one before, nobody is at it: of a hundred verdicts taken back at once, colleagues may take any
    if (before.lease_since !== null) await giveLease(tx, actor, taskId, before.lease_since)
    await addAuditEntry(tx, {
      actor,
      kind: 'verdict-undone',
      object: { kind: 'task', id: taskId },
      before: { status: task.status, score: task.score },
      after: { status: 'submitted', score: before.score },
    })
    await addTaskEvent(tx, taskId, 'undone', 'staff')
  })
