import type { Actor } from '#contract/users/users.policy.ts'
import { lockCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found } from '#server/http/refusal.ts'
import { findEditableLesson } from '#server/lessons/lesson-access.ts'
import { findVersion } from '#server/lessons/lesson-versions.repo.ts'
import type { LessonRecord } from '#server/lessons/lessons.repo.ts'
import { changeLesson } from '#server/lessons/save-lesson.ts'

/** Gives a lesson the texts of a version; 404 when the lesson has no such version. */
export const restoreVersion = (
  db: Db,
  actor: Actor,
  lesson: Pick<LessonRecord, 'id' | 'course_id'>,
  versionId: number,
) =>
  db.transaction(async (tx) => {
    await lockCourse(tx, lesson.course_id)
    const { assignment } = await findEditableLesson(tx, actor, lesson.id)
    const { name, content, assignment_text } = found(await findVersion(tx, lesson.id, versionId))
    // an assignment neither appears nor disappears with its text: students may have begun it
    const hasBoth = assignment_text !== null && assignment !== null
    await changeLesson(tx, actor, lesson, { name, content, ...(hasBoth && { assignment: { text: assignment_text } }) })
  })
