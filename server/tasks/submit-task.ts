import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { copyFiles, dropFiles, keepFiles } from '#server/files/keep-files.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { chooseReviewer, holdReviewersOf } from '#server/reviews/reviewers.repo.ts'
import { checkHandIn } from '#server/tasks/check-hand-in.ts'
import { moveTask } from '#server/tasks/move-task.ts'
import { deadlinesOf, loadTask } from '#server/tasks/present-task.ts'
import { claimSubmitKey, countSubmits, findSubmitResponse, saveSubmitResponse } from '#server/tasks/submit-keys.repo.ts'
import { checkStillStudent } from '#server/tasks/task-access.ts'
import { attemptOf, draftOf } from '#server/tasks/task-files.ts'
import {
  findAssignment,
  findLatestAttempt,
  insertAttempt,
  lockTask,
  markAttempt,
  updateTask,
} from '#server/tasks/tasks.repo.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'
import { notifyPrograms } from '#server/webhooks/notify-programs.ts'

const handIn = (tx: Db, actor: Actor, taskId: number) =>
  moveTask(tx, taskId, 'submit', async (tx, task, at) => {
    await checkStillStudent(tx, actor, task)
    // an upload in the text may have been completed since the draft was kept
    await keepFiles(tx, actor, draftOf(task), { texts: [task.draft_content] })
    await checkHandIn(tx, task, await findAssignment(tx, task.assignment_id), at)
    const attempt = await insertAttempt(tx, taskId, {
      content: task.draft_content,
      link: task.draft_link,
      submitted_by: actor.id,
      at,
    })
    await copyFiles(tx, draftOf(task), attemptOf(attempt))
    await dropFiles(tx, draftOf(task))
    // without the score: one that was typed in the journal is valid until a verdict
    await updateTask(tx, taskId, {
      status: 'submitted',
      attempt: attempt.number,
      submitted_at: at,
      draft_content: '',
      draft_link: null,
      draft_saved_at: null,
      lease_user_id: null,
      lease_since: null,
      lease_expires_at: null,
      reviewer_id: await chooseReviewer(tx, task),
    })
    await addTaskEvent(tx, taskId, 'submitted', 'all')
    const news = { task_id: taskId, attempt: attempt.number, actor_id: actor.id }
    await addEffect(tx, 'staff-notified', { about: 'submitted', ...news })
    await notifyPrograms(tx, 'task-submitted', [{ task_id: taskId, attempt: attempt.number, user_id: actor.id }])
    await insertThreadEntry(tx, {
      task_id: taskId,
      user_id: actor.id,
      kind: 'submitted',
      attempt: attempt.number,
      created_at: at,
    })
  })

/** Max hand-ins of a task in 24 hours, the withdrawn ones included: each keeps its text and files for good. */
const maxSubmitsADay = 30

/**
 * What is kept of a response: without the texts of attempts and thread, which are read again for a repeat, with new
 * links to their files, as the old ones have expired.
 */
const withoutTexts = (task: Task): Task => ({
  ...task,
  attempts: task.attempts.map((attempt) => ({ ...attempt, content: '', files: [] })),
  thread: task.thread.map((entry) => ({ ...entry, text: '', files: [] })),
})

const withTexts = (kept: Task, now: Task): Task => ({
  ...kept,
  attempts: kept.attempts.map((attempt) => {
    const { content, files } = found(now.attempts.find(({ number }) => number === attempt.number))
    return { ...attempt, content, files }
  }),
  thread: kept.thread.flatMap((entry) => {
    const same = now.thread.find(({ id }) => id === entry.id)
    return same ? [{ ...entry, text: same.text, files: same.files }] : []
  }),
})

/** Hands the draft in as the next attempt. A repeated key waits for the first request and returns its response. */
export const submitTask = async (db: Db, actor: Actor, taskId: number, key: string): Promise<Task> => {
  const id = { user_id: actor.id, task_id: taskId, key }
  const isFirst = await db.transaction(async (tx) => {
    await holdReviewersOf(tx, taskId)
    // before the key refers to it: its student, who joins a team in another tab, could not delete it
    await lockTask(tx, taskId)
    const claimed = await claimSubmitKey(tx, id)
    if (claimed && (await countSubmits(tx, taskId)) > maxSubmitsADay) {
      throw new Refusal('too-many', { detail: 'Сегодня эту работу сдавали уже много раз. Сдайте её завтра.' })
    }
    if (claimed) await handIn(tx, actor, taskId)
    return claimed
  })
  const task = await loadTask(db, actor, taskId)
  if (isFirst) await saveSubmitResponse(db, id, withoutTexts(task))
  const response = isFirst ? null : await findSubmitResponse(db, id)
  return response ? withTexts(response, task) : task
}

const tooLateToWithdraw =
  'Приём работ закончился: сдать эту работу ещё раз вы не успеете, поэтому она остаётся на проверке.'

/**
 * Takes the latest attempt back while no reviewer has taken it; its text is the draft again. 409 when it could not be
 * handed in again.
 */
export const withdrawTask = (db: Db, actor: Actor, taskId: number) =>
  moveTask(db, taskId, 'withdraw', async (tx, task, at) => {
    const attempt = await findLatestAttempt(tx, taskId)
    if (!attempt || attempt.taken_at !== null) throw new Refusal('attempt-taken')
    const { closes_at } = deadlinesOf({ task, assignment: await findAssignment(tx, task.assignment_id) })
    if (closes_at !== null && at > closes_at) throw new Refusal('hand-in-closed', { detail: tooLateToWithdraw })
    await markAttempt(tx, attempt.id, { withdrawn_at: at })
    await copyFiles(tx, attemptOf(attempt), draftOf(task))
    await updateTask(tx, taskId, {
      status: 'draft',
      draft_content: attempt.content,
      draft_link: attempt.link,
      draft_revision: task.draft_revision + 1,
      draft_saved_at: at,
    })
    await addTaskEvent(tx, taskId, 'withdrawn', 'all')
    await insertThreadEntry(tx, {
      task_id: taskId,
      user_id: actor.id,
      kind: 'withdrawn',
      attempt: attempt.number,
      created_at: at,
    })
  })
