import type { Actor } from '#contract/users/users.policy.ts'
import { loadOutline } from '#server/courses/present-course.ts'
import type { Db } from '#server/db/database.ts'
import { refuseLocked } from '#server/lessons/lesson-locks.ts'
import type { LessonWithCourse } from '#server/lessons/lessons.repo.ts'

/** 403 when something must come before this lesson for its reader. */
export const checkUnlocked = async (db: Db, actor: Actor, lesson: LessonWithCourse) => {
  if (!lesson.after || lesson.task_id !== null) return
  const outline = await loadOutline(db, actor, lesson.course)
  refuseLocked(outline.find(({ id }) => id === lesson.id)?.locked)
}
