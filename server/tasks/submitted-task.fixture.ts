import type { Db } from '#server/db/database.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'

/** A task of a student that waits for review, and the lesson of the course that it is in. */
export const buildSubmittedTask = async (
  db: Db,
  { course_id, student_id }: { course_id: number; student_id: number },
) => {
  const lesson = await buildLesson(db, { course_id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [student_id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
  })
  return { lesson, task }
}
