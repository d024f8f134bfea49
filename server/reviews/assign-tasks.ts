import type { BulkResult } from '#contract/http/bulk-result.ts'
import { canReviewTask } from '#contract/tasks/tasks.policy.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { isStaff } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { addTaskEvents } from '#server/events/events.repo.ts'
import { invalid } from '#server/http/refusal.ts'
import {
  endLeasesOfFormer,
  type Former,
  holdStaff,
  listNames,
  lockTasks,
  setReviewers,
  takeFromFormer,
} from '#server/reviews/reviewers.repo.ts'
import { unknownTask } from '#server/reviews/unknown-task.ts'
import { listTaskFacts } from '#server/tasks/tasks.repo.ts'
import { insertThreadEntries } from '#server/threads/threads.repo.ts'

interface Given {
  id: number
  attempt: number | null
  /** The new reviewer; null for none. */
  reviewer: { id: number; name: string; surname: string } | null
}

/** Assigns tasks, with an entry for staff in each thread. */
export const giveTasks = async (tx: Db, actor: Actor, given: Given[]) => {
  await setReviewers(
    tx,
    given.map(({ id, reviewer }) => ({ id, reviewer_id: reviewer?.id ?? null })),
  )
  const created_at = new Date().toISOString()
  await insertThreadEntries(
    tx,
    given.map(({ id, attempt, reviewer }) => ({
      task_id: id,
      user_id: actor.id,
      kind: 'assigned' as const,
      text: reviewer ? fullName(reviewer) : '',
      named_id: reviewer?.id ?? null,
      attempt,
      created_at,
    })),
  )
  await addTaskEvents(
    tx,
    given.map(({ id }) => id),
    'assigned',
    'staff',
  )
  const byReviewer = Map.groupBy(given, ({ reviewer }) => reviewer?.id ?? actor.id)
  byReviewer.delete(actor.id)
  const news = [...byReviewer].map(([user_id, tasks]) => ({ user_id, task_ids: tasks.map(({ id }) => id) }))
  await addEffects(
    tx,
    'staff-notified',
    news.map((one) => ({ about: 'given' as const, ...one, actor_id: actor.id })),
  )
}

/**
 * Unassigns tasks whose reviewers lost their rights, and ends their leases; call it in the act that took the rights
 * away. Returns the tasks, with who reviewed them.
 */
export const freeTasks = async (tx: Db, of: Former) => {
  const freed = await takeFromFormer(tx, of)
  if (freed.length > 0) {
    await addTaskEvents(
      tx,
      freed.map(({ id }) => id),
      'assigned',
      'staff',
    )
  }
  const ended = await endLeasesOfFormer(tx, of)
  if (ended.length > 0) await addTaskEvents(tx, ended, 'lease', 'all', { lease: null })
  return freed
}

/** A person who may review at all; null stays null. */
const findReviewer = async (tx: Db, userId: number | null) => {
  if (userId === null) return null
  // locks out somebody who leaves at this moment: their leaving then finds these tasks, too
  await holdStaff(tx, [userId])
  const [person] = await listNames(tx, [userId])
  if (!person?.active || !isStaff(person)) throw invalid('user_id', 'Такого преподавателя нет.')
  return person
}

/** Assigns the tasks to a teacher, or to nobody; each refused one gets a reason. */
export const assignTasks = (db: Db, actor: Actor, taskIds: number[], userId: number | null) =>
  db.transaction(async (tx): Promise<BulkResult> => {
    const reviewer = await findReviewer(tx, userId)
    const held = new Map((await lockTasks(tx, taskIds)).map((task) => [task.id, task]))
    const facts = new Map((await listTaskFacts(tx, 'task', taskIds)).map((fact) => [fact.id, fact]))
    const refused: { id: number; detail: string }[] = []
    const given: Given[] = []
    const done: number[] = []
    for (const id of new Set(taskIds)) {
      const [task, fact] = [held.get(id), facts.get(id)]
      if (!task || !fact || !canReviewTask(actor, fact)) refused.push({ id, detail: unknownTask })
      else if (reviewer && !canReviewTask(reviewer, fact)) {
        refused.push({ id, detail: `${fullName(reviewer)} не может проверять эту работу.` })
      } else {
        done.push(id)
        if (task.reviewer_id !== userId) given.push({ id, attempt: task.attempt, reviewer })
      }
    }
    if (given.length > 0) await giveTasks(tx, actor, given)
    return { done, refused }
  })
