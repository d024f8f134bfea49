import type { z } from 'zod'
import { schoolFormat } from '#contract/dates.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { ExtensionRequest } from '#contract/threads/threads.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, takeBackEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { checkCanFix } from '#server/reviews/check-can-fix.ts'
import type { HeldBatch } from '#server/reviews/held-batch.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import { findTask, lockTask, type TaskWithFacts, updateTask } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { checkThreadPace } from '#server/threads/check-thread-pace.ts'
import { deleteThreadEntry, findLatestRequest, insertThreadEntry } from '#server/threads/threads.repo.ts'

/** «3 декабря». */
const day = schoolFormat({ day: 'numeric', month: 'long' })

/** Whether more time makes sense: nothing is decided yet. */
const mayExtend = ({ status }: Pick<TaskRecord, 'status'>) => status === 'submitted' || canMove(status, 'submit')

/** Locks the row and returns the task with its assignment, if more time makes sense. */
const holdOpenTask = async (tx: Db, taskId: number): Promise<TaskWithFacts> => {
  await lockTask(tx, taskId)
  const head = found(await findTask(tx, taskId))
  if (!mayExtend(head.task)) {
    throw new Refusal('wrong-state', {
      detail: `Работа в состоянии «${taskStatuses[head.task.status].name}»: продлевать уже нечего.`,
    })
  }
  return head
}

/** 422 unless the moment is in the future, and later than the date without it. */
const checkUntil = (until: string, { due_at, closes_at }: { due_at: string | null; closes_at: string | null }) => {
  const limit = due_at ?? closes_at
  if (limit === null) throw invalid('until', 'У этого задания нет срока: сдать его можно в любое время.')
  if (until <= new Date().toISOString()) throw invalid('until', 'Выберите время в будущем.')
  if (until <= limit) throw invalid('until', `Выберите время позже, чем сейчас: срок и так до ${day(limit)}.`)
}

/** The waiting request, when it is identical: a button pressed twice makes one request. */
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

/** A student asks for more time: later than what they have. A new request replaces the previous one. Returns its id. */
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
    await checkThreadPace(tx, actor, taskId)
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
    await addEffect(tx, 'staff-notified', { about: 'asked', entry_id: entry.id })
    await addTaskEvent(tx, taskId, 'extension', 'all')
    return entry.id
  })

/** Staff refuse a request; the student is notified. */
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
 * Staff extend a task, or with null take that back. As a part of an act on many tasks it can be undone for a while, and
 * its students are notified only then. Returns the id of its entry in the thread.
 */
export const extendTask = (db: Db, actor: Actor, taskId: number, until: string | null, batch?: HeldBatch) =>
  db.transaction(async (tx) => {
    const head = await holdOpenTask(tx, taskId)
    const { task, assignment } = head
    if (until !== null) {
      checkCanFix(head)
      // an act on many tasks shortens no extension, such as one that a colleague has just granted
      checkUntil(until, batch ? deadlinesOf(head) : assignment)
    }
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

/** Sets the extension of one task, or with null removes it. An unchanged one notifies nobody again. */
export const setExtension = (db: Db, actor: Actor, taskId: number, until: string | null) =>
  db.transaction(async (tx) => {
    const { task } = await holdOpenTask(tx, taskId)
    if (task.extended_until === until && task.extension_asked === null) return
    await extendTask(tx, actor, taskId, until)
  })

/** Undoes an extension while nobody was notified of it, and nobody has changed it since. */
export const undoExtension = (db: Db, taskId: number, entryId: number, until: string) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const before = (await takeBackEffect(tx, 'task-moved', { entry_id: entryId }))?.extension
    if (!before)
      throw new Refusal('wrong-state', { detail: `Отменить уже нельзя: ${called('студенту')} сообщили о новом сроке.` })
    if (task.extended_until !== until) {
      throw new Refusal('wrong-state', { detail: 'Отменить уже нельзя: срок с тех пор изменили ещё раз.' })
    }
    await deleteThreadEntry(tx, entryId)
    await updateTask(tx, taskId, {
      extended_until: before.extended_until,
      // a request made since waits as well; a student with nothing left to hand in waits for no more time
      extension_asked: task.extension_asked ?? (mayExtend(task) ? before.extension_asked : null),
    })
    await addTaskEvent(tx, taskId, 'extension', 'staff')
  })
