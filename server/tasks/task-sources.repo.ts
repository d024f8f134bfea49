import { eq } from 'drizzle-orm'
import type { Actor } from '#contract/users/users.policy.ts'
import { findNextOpening, inCourse, inTasksOf } from '#server/courses/course-sources.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { taskStudents } from '#server/tasks/tasks.table.ts'

/**
 * What the list of a student's tasks is built from: whether a task can be continued depends on its lesson and course.
 */
export const writtenSources = (db: Db, { id }: Actor): BuiltFrom => ({
  tags: ['users', inTasksOf(id)],
  findTags: async () => {
    const written = await db
      .selectDistinct({ course_id: taskStudents.course_id })
      .from(taskStudents)
      .where(eq(taskStudents.user_id, id))
    return written.map(({ course_id }) => inCourse(course_id))
  },
  findUntil: () => findNextOpening(db, null),
})
