import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { courseStatuses } from '#contract/courses/courses.schema.ts'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { listSections } from '#server/courses/outline.repo.ts'
import { loadOutline } from '#server/courses/present-course.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { countHandedIn } from '#server/lessons/bin.repo.ts'
import { editionOf } from '#server/lessons/lesson-edition.ts'
import { refuseLocked } from '#server/lessons/lesson-locks.ts'
import type { LessonWithCourse } from '#server/lessons/lessons.repo.ts'
import { presentRules } from '#server/lessons/present-assignment.ts'
import { loadTask } from '#server/tasks/present-task.ts'

/** A lesson as the actor may read it; 403 while something must come before it. */
export const loadLesson = async (db: Db, actor: Actor, lesson: LessonWithCourse): Promise<Lesson> => {
  const { course, assignment } = lesson
  const isStaff = isCourseStaff(actor, course)
  const [sections, lessons, task, files, task_count] = await Promise.all([
    listSections(db, course.id),
    loadOutline(db, actor, course),
    lesson.task_id === null ? null : loadTask(db, actor, lesson.task_id),
    loadFiles(db, [
      { owner: 'lesson', id: lesson.id },
      ...(assignment ? [{ owner: 'assignment' as const, id: assignment.id }] : []),
    ]),
    assignment && isStaff ? countHandedIn(db, lesson.id) : null,
  ])
  const own = lessons.find(({ id }) => id === lesson.id)
  refuseLocked(own?.locked)
  return {
    id: lesson.id,
    name: lesson.name,
    content: files.text('lesson', lesson.id, lesson.content),
    status: lessonStatuses[lesson.status],
    publish_at: lesson.publish_at,
    section_id: lesson.section_id,
    after: lesson.after ?? [],
    minutes: lesson.minutes ?? lesson.estimated_minutes,
    own_minutes: lesson.minutes,
    estimated_minutes: lesson.estimated_minutes,
    read: own?.read ?? false,
    note: lesson.has_note,
    scorm: lesson.scorm,
    lti: lesson.lti,
    course: {
      id: course.id,
      name: course.name,
      status: courseStatuses[course.status],
      teacher_ids: course.teacher_ids,
      sections,
      lessons,
    },
    assignment: assignment && {
      ...presentRules(assignment),
      text: files.text('assignment', assignment.id, assignment.text),
    },
    task,
    ...(task_count !== null && { task_count }),
    ...(isStaff && { edition: editionOf({ ...lesson, assignment_text: assignment?.text ?? null }) }),
  }
}
