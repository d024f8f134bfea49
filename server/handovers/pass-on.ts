import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addTaskEvents } from '#server/events/events.repo.ts'
import { listBegunVerdicts, moveVerdicts } from '#server/handovers/handed-drafts.repo.ts'
import {
  addToPlaces,
  endLeases,
  lockPassingTasks,
  type PassingTask,
  replaceReviewers,
} from '#server/handovers/handovers.repo.ts'
import { giveTasks } from '#server/reviews/assign-tasks.ts'
import type { User } from '#server/users/users.table.ts'

/** Gives each task to the receiver who has got the fewest, among those who may review it; null when nobody may. */
const shareOut = (tasks: PassingTask[], receivers: User[]) => {
  const given = new Map(receivers.map(({ id }) => [id, 0]))
  const countOf = ({ id }: User) => given.get(id) ?? 0
  return tasks.map((task) => {
    const able = receivers.filter(
      (receiver) =>
        !task.student_ids.includes(receiver.id) &&
        (curates(receiver, 'courses') || task.teacher_ids.includes(receiver.id)),
    )
    const receiver = able.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? null
    if (receiver) given.set(receiver.id, countOf(receiver) + 1)
    return { ...task, reviewer: receiver }
  })
}

/**
 * Makes the receivers teachers of these courses, and gives them the open tasks of a person, evenly, with the verdicts
 * that were begun; leases end. `only` leaves out tasks of other courses. Call it in a transaction that has locked the
 * courses. It takes a constant number of statements; returns everything that it has changed.
 */
export const passOn = async (
  tx: Db,
  actor: Actor,
  { user, receivers, courseIds, only }: { user: User; receivers: User[]; courseIds: number[]; only: boolean },
) => {
  const receiverIds = receivers.map(({ id }) => id)
  const teachers = await addToPlaces(tx, 'course_teachers', courseIds, receiverIds)
  const reviewers = await replaceReviewers(tx, courseIds, user.id, receiverIds)
  const tasks = shareOut(await lockPassingTasks(tx, user.id, receiverIds, { courseIds, only }), receivers)
  if (tasks.length > 0) await giveTasks(tx, actor, tasks)
  const leases = await endLeases(tx, user.id)
  if (leases.length > 0) {
    await addTaskEvents(
      tx,
      leases.map(({ id }) => id),
      'lease',
      'all',
      { lease: null },
    )
  }
  const reviewerOf = new Map(tasks.map(({ id, reviewer }) => [id, reviewer?.id]))
  const begun = await listBegunVerdicts(tx, user.id)
  const drafts = await moveVerdicts(
    tx,
    begun.flatMap(({ task_id, reviewer_id }) => {
      const to = reviewerOf.get(task_id) ?? (only ? null : reviewer_id)
      return to === null || to === user.id ? [] : { task_id, from: user.id, to }
    }),
  )
  return {
    teachers,
    reviewers,
    tasks: tasks.map(({ id, reviewer_id, reviewer }) => ({ id, from: reviewer_id, to: reviewer?.id ?? null })),
    leases,
    drafts: drafts.map(({ task_id, to }) => ({ task_id, to })),
  }
}
