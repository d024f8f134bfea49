import { canEditCourse, canSeeCourse } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findCourse, lockCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found } from '#server/http/refusal.ts'

/** A course that the actor may see; 404 otherwise. */
export const findVisibleCourse = async (db: Db, actor: Actor, id: number) =>
  found(await findCourse(db, id, actor), (course) => canSeeCourse(actor, course))

/** A course that the actor may change; 403 for others who see it. */
export const findEditableCourse = async (db: Db, actor: Actor, id: number) => {
  const course = await findVisibleCourse(db, actor, id)
  authorize(canEditCourse(actor, course))
  return course
}

/** The same, locked until the end of the transaction: an actor who lost the right while they waited is refused. */
export const lockEditableCourse = async (tx: Db, actor: Actor, id: number) => {
  await lockCourse(tx, id)
  return findEditableCourse(tx, actor, id)
}
