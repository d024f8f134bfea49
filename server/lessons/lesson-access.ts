import { canEditCourse } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'

/** A lesson that the actor may see; 404 otherwise. */
export const findVisibleLesson = async (db: Db, actor: Actor, id: number) =>
  found(await findLesson(db, id, actor), (lesson) => canSeeLesson(actor, lesson.course, lesson, new Date()))

/** A lesson that the actor may change; 403 for others who see it. */
export const findEditableLesson = async (db: Db, actor: Actor, id: number) => {
  const lesson = await findVisibleLesson(db, actor, id)
  authorize(canEditCourse(actor, lesson.course))
  return lesson
}
