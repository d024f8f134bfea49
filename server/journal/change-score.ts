import type { z } from 'zod'
import { scoredStatuses } from '#contract/journal/journal.policy.ts'
import type { ScoreChange } from '#contract/journal/journal.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect, undoUntil } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import { findAssignmentDay, insertScoreChange } from '#server/journal/journal.repo.ts'
import { loadGrading } from '#server/site/load-settings.ts'
import { findReviewableTask } from '#server/tasks/task-access.ts'
import { lockTask, type TaskWithFacts, updateTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

interface Change {
  task_id: number
  user_id: number
  from: number | null
  to: number | null
  reason: string
  at: string
}

/**
 * Notifies the students once a slip can no longer be corrected, of the last change only, and not if it was taken back.
 */
const announce = async (tx: Db, { task_id, user_id, from, to, reason, at }: Change) => {
  const waiting = await takeBackEffect(tx, 'task-scored', { task_id })
  const before = waiting ? waiting.from : from
  if (before === to) return
  await addEffect(tx, 'task-scored', { task_id, actor_id: user_id, from: before, to, reason, at }, undoUntil(at))
}

/**
 * Keeps a score set by hand in a locked task: its history, its thread, its students, who are notified later, the audit.
 */
export const keepScore = async (
  tx: Db,
  actor: Actor,
  { id: task_id, score: from, attempt }: TaskRecord,
  { to, reason, max, grading }: { to: number | null; reason: string; max: number | null; grading: Grading },
) => {
  const at = new Date().toISOString()
  await insertScoreChange(tx, { task_id, user_id: actor.id, from_score: from, to_score: to, reason, created_at: at })
  await updateTask(tx, task_id, { score: to })
  await insertThreadEntry(tx, {
    task_id,
    user_id: actor.id,
    kind: 'scored',
    text: `${markText(from, max, grading)} → ${markText(to, max, grading)}${reason ? `. ${reason}` : ''}`,
    attempt,
    created_at: at,
  })
  await announce(tx, { task_id, user_id: actor.id, from, to, reason, at })
  const object = { kind: 'task' as const, id: task_id }
  await addAuditEntry(tx, { actor, kind: 'score', object, before: { score: from }, after: { score: to } })
}

/** Returns a sentence for a score above the max of the criteria; null for any other. */
export const scoreFault = (to: number | null | undefined, max: number | null) =>
  to != null && max !== null && to > max ? `Не больше ${scoreText(max)}: столько дают все критерии.` : null

/**
 * Sets the score of a task by hand, even before it is handed in. Changes of one task run one after another and are all
 * kept. 409 for an excused task, in a closed period, and with the score as it is when that is neither `expected` nor the
 * one that is set; 422 above the max of the criteria.
 */
export const changeScore = async (db: Db, actor: Actor, scored: TaskWithFacts, input: z.output<typeof ScoreChange>) => {
  const { score: to, reason = '', expected } = input
  const max = maxScoreOf(scored.assignment.criteria)
  const fault = scoreFault(to, max)
  if (fault) throw invalid('score', fault)
  const task_id = scored.task.id
  const grading = await loadGrading(db, scored.course.scale)
  return db.transaction(async (tx) => {
    const checkOpen = await holdOpenPeriods(tx, scored.course.id)
    const day = await findAssignmentDay(tx, scored.assignment.id)
    if (day) checkOpen([day])
    const task = await lockTask(tx, task_id)
    // an actor who lost the course while they waited is refused
    await findReviewableTask(tx, actor, task_id)
    if (!scoredStatuses.includes(task.status)) {
      const state = taskStatuses[task.status].name
      throw new Refusal('wrong-state', { detail: `Работа в состоянии «${state}»: оценивать в ней нечего.` })
    }
    if (isChangedSince(task.score, expected, to)) {
      throw new Refusal('conflict', {
        detail: `За это время оценку изменил кто-то ещё, теперь она такая: ${markText(task.score, max, grading)}.`,
        members: { score: task.score },
      })
    }
    if (task.score === to) return
    await keepScore(tx, actor, task, { to, reason, max, grading })
    await addTaskEvent(tx, task_id, 'score', 'all')
  })
}
