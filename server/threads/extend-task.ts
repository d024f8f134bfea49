import type { z } from 'zod'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.schema.ts'
import type { ExtensionRequest } from '#contract/threads/threads.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import type { HeldBatch } from '#server/reviews/held-batch.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import { findTask, lockTask, type TaskWithFacts, updateTask } from '#server/tasks/tasks.repo.ts'
import { checkPace } from '#server/threads/check-pace.ts'
import { deleteThreadEntry, findLatestRequest, insertThreadEntry } from '#server/threads/threads.repo.ts'

/** A moment as people of the school read it in a refusal: with its day, for the clock depends on where one is. */
const day = (moment: string) =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' }).format(new Date(moment))

/** Holds the row and gives the work with its assignment, while more time makes sense: nothing is decided yet. */
const holdOpenTask = async (tx: Db, taskId: number): Promise<TaskWithFacts> => {
  await lockTask(tx, taskId)
  const head = found(await findTask(tx, taskId))
  const { status } = head.task
  if (status !== 'submitted' && !canMove(status, 'submit')) {
    throw new Refusal('wrong-state', {
      detail: `Работа в состоянии «${taskStatuses[status].name}»: продлевать уже нечего.`,
    })
  }
  return head
}

/** 422 unless the moment is ahead, and later than the date that holds without it. */
const checkUntil = (until: string, { due_at, closes_at }: { due_at: string | null; closes_at: string | null }) => {
  const limit = due_at ?? closes_at
  if (limit === null) throw invalid('until', 'У этого задания нет срока: сдать его можно в любое время.')
  if (until <= new Date().toISOString()) throw invalid('until', 'Выберите время в будущем.')
  if (until <= limit) throw invalid('until', `Выберите время позже, чем сейчас: срок и так до ${day(limit)}.`)
}

/** The request that waits already, when it is this very one: a button pressed twice asks once. */
const findSameRequest = async (
  tx: Db,
  actor: Actor,
  task: TaskWithFacts['task'],
  { until, text }: { until: string; text: string },
) => {
  if (task.extension_asked !== until) return null
  const latest = await findLatestRequest(tx, task.id)
  return latest?.user_id === actor.id && latest.text === text ? latest : null
}

/** A student asks for more time: later than what they have. A new request replaces the one before. Returns its id. */
export const askExtension = (
  db: Db,
  actor: Actor,
  taskId: number,
  { until, text = '' }: z.output<typeof ExtensionRequest>,
) =>
  db.transaction(async (tx) => {
    const head = await holdOpenTask(tx, taskId)
    checkUntil(until, deadlinesOf(head))
    const same = await findSameRequest(tx, actor, head.task, { until, text })
    if (same) return same.id
    await checkPace(tx, actor, taskId)
    const entry = await insertThreadEntry(tx, {
      task_id: taskId,
      user_id: actor.id,
      kind: 'extension-asked',
      text,
      until,
      attempt: head.task.attempt,
      created_at: new Date().toISOString(),
    })
    await updateTask(tx, taskId, { extension_asked: until })
    await addTaskEvent(tx, taskId, 'extension', 'all')
    return entry.id
  })

/** Staff leave the date as it is; the student is told. */
export const refuseExtension = (db: Db, actor: Actor, taskId: number) =>
  db.transaction(async (tx) => {
    const { extension_asked, attempt } = await lockTask(tx, taskId)
    if (extension_asked === null) {
      throw new Refusal('wrong-state', { detail: 'Сейчас никто не просит больше времени. Обновите страницу.' })
    }
    const entry = await insertThreadEntry(tx, {
      task_id: taskId,
      user_id: actor.id,
      kind: 'extension-refused',
      until: extension_asked,
      attempt,
      created_at: new Date().toISOString(),
    })
    await updateTask(tx, taskId, { extension_asked: null })
    await addEffect(tx, 'task-moved', { entry_id: entry.id })
    await addTaskEvent(tx, taskId, 'extension', 'staff')
  })

/**
 * Staff give a work more time, or with null take that back. As a part of an act on many works it can be undone for a while, and
 * its students are told only then. Returns the id of its line in the thread.
 */
export const extendTask = (db: Db, actor: Actor, taskId: number, until: string | null, batch?: HeldBatch) =>
  db.transaction(async (tx) => {
    const { task, assignment } = await holdOpenTask(tx, taskId)
    if (until !== null) checkUntil(until, assignment)
    const at = new Date().toISOString()
    const entry = await insertThreadEntry(tx, {
      task_id: taskId,
      user_id: actor.id,
      kind: 'extended',
      until,
      attempt: task.attempt,
      created_at: at,
    })
    const { extended_until, extension_asked } = task
    await updateTask(tx, taskId, { extended_until: until, extension_asked: null })
    const extension = { extended_until, extension_asked }
    await (batch
      ? addEffect(tx, 'task-moved', { entry_id: entry.id, extension, batch_id: batch.id }, batch.heldUntil)
      : addEffect(tx, 'task-moved', { entry_id: entry.id }))
    await addTaskEvent(tx, taskId, 'extension', 'staff')
    return entry.id
  })

/** Gives one work that much time, or with null no more than others have. What it has already is told nobody again. */
export const setExtension = (db: Db, actor: Actor, taskId: number, until: string | null) =>
  db.transaction(async (tx) => {
    const { task } = await holdOpenTask(tx, taskId)
    if (task.extended_until === until && task.extension_asked === null) return
    await extendTask(tx, actor, taskId, until)
  })

/** Takes more time back while nobody was told of it, and nobody has changed it since. */
export const undoExtension = (db: Db, taskId: number, entryId: number, until: string) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const before = (await takeBackEffect(tx, 'task-moved', { entry_id: entryId }))?.extension
    if (!before) throw new Refusal('wrong-state', { detail: 'Отменить уже нельзя: студенту сообщили о новом сроке.' })
    if (task.extended_until !== until) {
      throw new Refusal('wrong-state', { detail: 'Отменить уже нельзя: срок с тех пор изменили ещё раз.' })
    }
    await deleteThreadEntry(tx, entryId)
    await updateTask(tx, taskId, {
      extended_until: before.extended_until,
      // what students wrote since waits as well
      extension_asked: task.extension_asked ?? before.extension_asked,
    })
    await addTaskEvent(tx, taskId, 'extension', 'staff')
  })
