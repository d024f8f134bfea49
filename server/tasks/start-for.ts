import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { canSeeLesson } from '#contract/lessons/lessons.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { isMemberOrLeaver } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize, found, invalid } from '#server/http/refusal.ts'
import { findLesson } from '#server/lessons/lessons.repo.ts'
import { studentsOnly } from '#server/tasks/task-access.ts'
import { insertTask } from '#server/tasks/tasks.repo.ts'

/**
 * The task of a student chosen by staff, created as an empty draft when there is none, so that it can get a mark, more
 * time or an excuse. Returns its id; 422 for somebody who neither takes the course nor left it.
 */
export const startFor = async (db: Db, actor: Actor, lessonId: number, studentId: number) => {
  const lesson = found(await findLesson(db, lessonId, actor), (lesson) =>
    canSeeLesson(actor, lesson.course, lesson, new Date()),
  )
  authorize(isCourseStaff(actor, lesson.course), studentsOnly())
  const assignment = found(lesson.assignment)
  if (!(await isMemberOrLeaver(db, lesson.course_id, studentId))) {
    throw invalid('student_id', `Этого ${called('студента')} нет в журнале курса. Обновите страницу.`)
  }
  return found(await insertTask(db, assignment.id, studentId))
}
