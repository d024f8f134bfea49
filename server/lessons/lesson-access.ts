import { canEditCourse } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { findLessonToRestore } from '#server/lessons/bin.repo.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'

/** A lesson that the actor may see; 404 otherwise. */
export const findVisibleLesson = async (db: Db, actor: Actor, id: number) =>
  found(await findLesson(db, id, actor), (lesson) => canSeeLesson(actor, lesson.course, lesson, new Date()))

/** The 404 of a lesson in the bin says so to those who may restore it: a colleague may delete what is being written. */
const refuseBinned = async (db: Db, actor: Actor, id: number) => {
  const binned = await findLessonToRestore(db, id)
  if (!binned?.in_bin) return
  const course = await findCourse(db, binned.lesson.course_id, actor)
  if (!course || !canEditCourse(actor, course)) return
  throw new Refusal('not-found', {
    detail: 'Этот урок удалили. Верните его из корзины курса и сохраните ещё раз: написанное осталось в черновике.',
  })
}

/** A lesson that the actor may change; 403 for others who see it. */
export const findEditableLesson = async (db: Db, actor: Actor, id: number) => {
  const known = await findLesson(db, id, actor)
  if (!known) await refuseBinned(db, actor, id)
  const lesson = found(known, (row) => canSeeLesson(actor, row.course, row, new Date()))
  authorize(canEditCourse(actor, lesson.course))
  return lesson
}
