import type { z } from 'zod'
import { isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import type { CommentInput } from '#contract/threads/threads.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { lockTask, type TaskWithFacts, updateTask } from '#server/tasks/tasks.repo.ts'
import { checkThreadPace } from '#server/threads/check-thread-pace.ts'
import { entryOf } from '#server/threads/present-thread.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

/**
 * Adds an entry to the thread of a task: a student's waits for an answer, one by staff answers it. A note is for staff
 * alone, and no answer. Returns its id.
 */
export const writeComment = (
  db: Db,
  actor: Actor,
  visible: TaskWithFacts,
  { text, file_ids, note }: z.output<typeof CommentInput>,
) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, visible.task.id)
    await checkThreadPace(tx, actor, task.id)
    const at = new Date().toISOString()
    const entry = await insertThreadEntry(tx, {
      task_id: task.id,
      user_id: actor.id,
      kind: note ? 'note' : 'comment',
      text,
      attempt: task.attempt,
      created_at: at,
    })
    await keepFiles(tx, actor, entryOf(entry), { listed: file_ids })
    if (!note) {
      const question_at = isTaskStudent(actor, visible) ? (task.question_at ?? at) : null
      if (question_at !== task.question_at) await updateTask(tx, task.id, { question_at })
      if (question_at !== null) await addEffect(tx, 'staff-notified', { about: 'asked', entry_id: entry.id })
      await addEffect(tx, 'task-commented', { entry_id: entry.id })
    }
    await addTaskEvent(tx, task.id, 'comment', note ? 'staff' : 'all')
    return entry.id
  })

/** Staff mark a student's question as answered: it was answered elsewhere, or was none. Nobody is notified. */
export const settleQuestion = (db: Db, taskId: number) =>
  db.transaction(async (tx) => {
    const { question_at } = await lockTask(tx, taskId)
    if (question_at === null) return
    await updateTask(tx, taskId, { question_at: null })
    await addTaskEvent(tx, taskId, 'comment', 'staff')
  })
