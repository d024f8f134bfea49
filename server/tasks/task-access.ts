import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { idleReason } from '#contract/tasks/idle.ts'
import { readOnlyTexts } from '#contract/tasks/read-only-texts.ts'
import { canReviewTask, canSeeTask, isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'
import { findTask, findTaskInLesson, findTaskOf, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'

/** The message for staff who try to write a task. */
export const studentsOnly = () => `Работу пишут и сдают только ${called('студенты')}.`

/** A task the actor may know of; 404 otherwise. */
export const findVisibleTask = async (db: Db, actor: Actor, id: number) =>
  found(await findTask(db, id), (task) => canSeeTask(actor, task))

/** A lesson that the actor can open now; null otherwise. */
export const findOpenLesson = async (db: Db, actor: Actor, id: number) => {
  const lesson = await findLesson(db, id, actor)
  return lesson && canSeeLesson(actor, lesson.course, lesson, new Date()) ? lesson : null
}

/** A lesson with an assignment, for a student who takes its course and may begin it, or has; 403 for staff. */
export const findWritableLesson = async (db: Db, actor: Actor, lessonId: number) => {
  const lesson = found(await findOpenLesson(db, actor, lessonId))
  authorize(!isCourseStaff(actor, lesson.course), studentsOnly())
  await checkUnlocked(db, actor, lesson)
  return { lesson, assignment: found(lesson.assignment) }
}

/** A student's own task in a lesson that they can no longer open; 404 without one. */
export const findKeptTask = async (db: Db, actor: Actor, lessonId: number) => {
  const id = found(await findTaskInLesson(db, lessonId, actor.id))
  return found(await findTask(db, id))
}

/**
 * Students can only read their tasks of a lesson that is deleted or hidden, in an archived course, and in one that they
 * have left.
 */
export const checkWritable = (actor: Actor, task: TaskWithFacts) => {
  const reason = isTaskStudent(actor, task) ? idleReason(actor, task) : null
  if (reason) throw new Refusal('wrong-state', { detail: readOnlyTexts[reason] })
}

/** A task that the actor writes; 403 for staff. */
export const findOwnTask = async (db: Db, actor: Actor, id: number) => {
  const task = await findVisibleTask(db, actor, id)
  authorize(isTaskStudent(actor, task), studentsOnly())
  checkWritable(actor, task)
  return task
}

/** 404 when the actor has left the team of a locked task since their rights were checked. */
export const checkStillStudent = async (tx: Db, actor: Actor, task: Pick<TaskRecord, 'id' | 'assignment_id'>) => {
  if ((await findTaskOf(tx, task.assignment_id, actor.id)) !== task.id) throw new Refusal('not-found')
}

/** A task the actor may review; 403 for its students. */
export const findReviewableTask = async (db: Db, actor: Actor, id: number) => {
  const task = await findVisibleTask(db, actor, id)
  authorize(canReviewTask(actor, task))
  return task
}
