import type { Actor } from '#contract/users/users.policy.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import { listTeachers } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { giveTasks } from '#server/reviews/assign-tasks.ts'
import {
  countGiven,
  listNames,
  listStaffAmong,
  lockUnassigned,
  type WaitingTask,
} from '#server/reviews/reviewers.repo.ts'

/** The person with the fewest tasks; of several the smallest id. */
const leastLoaded = (people: number[], load: Map<number, number>) =>
  people.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0) || a - b)[0]

/**
 * Assigns tasks: to the last reviewer, or else to the person with the fewest; oldest tasks first. Those whom an
 * assignment lists come before others. The same tasks and people always give the same result.
 */
export const shareTasks = (tasks: WaitingTask[], people: number[], waiting: Map<number, number>) => {
  const load = new Map(waiting)
  const oldestFirst = tasks.toSorted((a, b) => a.submitted_at - b.submitted_at || a.id - b.id)
  const poolOf = ({ reviewer_ids, student_ids }: WaitingTask) => {
    const free = people.filter((id) => !student_ids.includes(id))
    const named = free.filter((id) => reviewer_ids.includes(id))
    return named.length > 0 ? named : free
  }
  const isKnown = (task: WaitingTask) => task.last_reviewer !== null && poolOf(task).includes(task.last_reviewer)
  const shared: { task: WaitingTask; user_id: number }[] = []
  // tasks with a preferred reviewer first, so that the others even out the load
  for (const task of [...oldestFirst.filter(isKnown), ...oldestFirst.filter((task) => !isKnown(task))]) {
    const user_id = isKnown(task) ? (task.last_reviewer as number) : leastLoaded(poolOf(task), load)
    if (user_id === undefined) continue
    load.set(user_id, (load.get(user_id) ?? 0) + 1)
    shared.push({ task, user_id })
  }
  return shared
}

/** The people who take part: those in `userIds`, when all of them may review here, or every teacher of the course. */
const takePart = async (tx: Db, courseId: number, userIds: number[] | undefined) => {
  const teachers = userIds ? [] : (await listTeachers(tx, [courseId])).map(({ person }) => person.id)
  const wanted = [...new Set(userIds ?? teachers)]
  const staff = await listStaffAmong(tx, courseId, wanted)
  if (userIds && staff.length < wanted.length)
    throw invalid('user_ids', 'Раздать работы можно только тем, кто ведёт этот курс.')
  return staff
}

/** Shares out the unassigned tasks of a course; returns how many each person got. */
export const shareOut = (db: Db, actor: Actor, courseId: number, userIds: number[] | undefined) =>
  db.transaction(async (tx) => {
    // two who share out at once must each see what the other assigned
    await lockEditableCourse(tx, actor, courseId)
    const people = await takePart(tx, courseId, userIds)
    const tasks = await lockUnassigned(tx, courseId)
    const shared = shareTasks(tasks, people, await countGiven(tx, courseId))
    const names = new Map((await listNames(tx, people)).map((person) => [person.id, person]))
    if (shared.length > 0) {
      await giveTasks(
        tx,
        actor,
        shared.map(({ task, user_id }) => ({
          id: task.id,
          attempt: task.attempt,
          reviewer: names.get(user_id) ?? null,
        })),
      )
    }
    const counts = Map.groupBy(shared, ({ user_id }) => user_id)
    return [...counts].map(([user_id, given]) => ({ user_id, count: given.length }))
  })
