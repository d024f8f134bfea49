import type { z } from 'zod'
import type { Bulk, BulkAct } from '#contract/reviews/reviews.schema.ts'
import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import { canMove, canReviewTask } from '#contract/tasks/tasks.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { listOpenDrafts } from '#server/drafts/drafts.repo.ts'
import { delayEffects } from '#server/effects/effects.repo.ts'
import { addEffect, takeBackEffect, undoUntil } from '#server/effects/effects.ts'
import { doEach } from '#server/http/do-each.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { addBatchItem, type Batch, findOwnBatch, insertBatch } from '#server/reviews/batches.repo.ts'
import { isBegunVerdict } from '#server/reviews/begun-verdict.ts'
import { checkCanHandIn } from '#server/reviews/check-can-fix.ts'
import { type HeldBatch, holdBatch } from '#server/reviews/held-batch.ts'
import { judgeTask } from '#server/reviews/review-task.ts'
import { undoReview } from '#server/reviews/undo-review.ts'
import { unknownTask } from '#server/reviews/unknown-task.ts'
import { findTask, listTaskFacts, lockTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { extendTask, undoExtension } from '#server/threads/extend-task.ts'

type Selected = z.output<typeof Bulk>['tasks'][number]
type Item = Batch['items'][number]

/** 409 when the task is no longer in the state that was shown. */
const checkSeen = (task: TaskRecord, { attempt, review_revision }: Selected) => {
  if (attempt !== undefined && attempt !== task.attempt) throw new Refusal('attempt-behind')
  if (review_revision !== undefined && review_revision !== task.review_revision) throw new Refusal('review-behind')
}

/** Reminds the students of a task; they are notified when it can no longer be undone. */
const remind = async (tx: Db, actor: Actor, task: TaskRecord, batch: HeldBatch, text: string) => {
  if (!canMove(task.status, 'submit')) {
    throw new Refusal('wrong-state', {
      detail: `Работа в состоянии «${taskStatuses[task.status].name}»: напоминать не о чем.`,
    })
  }
  checkCanHandIn(found(await findTask(tx, task.id)))
  const payload = { task_id: task.id, actor_id: actor.id, batch_id: batch.id, text }
  await addEffect(tx, 'task-reminded', payload, batch.heldUntil)
}

/** Runs the act on one task; returns what is needed to undo it. */
const actOn = async (tx: Db, actor: Actor, task: TaskRecord, act: BulkAct, batch: HeldBatch): Promise<Item> => {
  switch (act.action) {
    case 'accept':
    case 'return': {
      const verdict = act.action === 'accept' ? ('accepted' as const) : ('returned' as const)
      const attempt = task.attempt ?? 0
      return {
        task_id: task.id,
        entry_id: await judgeTask(tx, actor, task, { attempt, verdict, comment: act.comment }, batch),
      }
    }
    case 'extend':
      return {
        task_id: task.id,
        entry_id: await extendTask(tx, actor, task.id, act.until, batch),
        extended_until: act.until,
      }
    case 'remind':
      await remind(tx, actor, task, batch, act.text ?? '')
      return { task_id: task.id }
  }
}

/** What the actor has typed for one task would stay in its draft, and never reach the students. */
const begunVerdict = 'Вы начали писать по этой работе отдельное решение. Откройте её, чтобы отправить его или убрать.'

/** One act on many tasks, each in its own transaction. For a while all of it can be undone together. */
export const actOnMany = async (db: Db, actor: Actor, { act, tasks }: z.output<typeof Bulk>) => {
  const selected = [...new Map(tasks.map((task) => [task.id, task])).values()]
  const facts = await listTaskFacts(
    db,
    'task',
    selected.map(({ id }) => id),
  )
  const known = new Set(facts.filter((fact) => canReviewTask(actor, fact)).map(({ id }) => id))
  const isVerdict = act.action === 'accept' || act.action === 'return'
  const keys = isVerdict ? selected.map(({ id }) => verdictKey(id)) : []
  const drafts = await listOpenDrafts(db, actor.id, keys)
  const begun = new Set(drafts.flatMap(({ key, value }) => (isBegunVerdict(value) ? key : [])))
  const batch = holdBatch(await insertBatch(db, { user_id: actor.id, action: act.action }))
  const result = await doEach(
    selected,
    ({ id }) => id,
    async (seen) => {
      if (!known.has(seen.id)) throw new Refusal('not-found', { detail: unknownTask })
      if (begun.has(verdictKey(seen.id))) throw new Refusal('conflict', { detail: begunVerdict })
      await db.transaction(async (tx) => {
        const task = await lockTask(tx, seen.id)
        checkSeen(task, seen)
        await addBatchItem(tx, batch.id, await actOn(tx, actor, task, act, batch))
      })
    },
  )
  // the time to undo starts with the response, however long the last of a hundred tasks took
  const undo_until = undoUntil(new Date().toISOString())
  await delayEffects(db, { batch_id: batch.id }, undo_until)
  return { ...result, batch_id: batch.id, undo_until }
}

const undoReminder = async (tx: Db, batch: Batch, taskId: number) => {
  const taken = await takeBackEffect(tx, 'task-reminded', { batch_id: batch.id, task_id: taskId })
  if (!taken) throw new Refusal('wrong-state', { detail: 'Отменить уже нельзя: напоминание отправлено.' })
}

const undoItem = async (db: Db, actor: Actor, batch: Batch, { task_id, entry_id, extended_until }: Item) => {
  if (entry_id === undefined) return db.transaction((tx) => undoReminder(tx, batch, task_id))
  if (extended_until) return undoExtension(db, task_id, entry_id, extended_until)
  return undoReview(db, actor, task_id, entry_id)
}

/** Undoes the actor's act on many tasks, each on its own; what students were notified of stays, with a reason. */
export const undoMany = async (db: Db, actor: Actor, batchId: number) => {
  const batch = found(await findOwnBatch(db, batchId, actor.id))
  // an undo in time restores all of them, however long the last one takes
  await delayEffects(db, { batch_id: batch.id }, holdBatch(batch).heldUntil)
  const result = await doEach(
    batch.items.toSorted((a, b) => a.task_id - b.task_id),
    ({ task_id }) => task_id,
    (item) => undoItem(db, actor, batch, item),
  )
  // effects that could not be undone are released
  await delayEffects(db, { batch_id: batch.id }, new Date().toISOString())
  return result
}
