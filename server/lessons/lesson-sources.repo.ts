import { eq } from 'drizzle-orm'
import type { Actor } from '#contract/users/users.policy.ts'
import { findNextOpening, inCourse, inTasksOf, readsOf } from '#server/courses/course-sources.repo.ts'
import type { Tag } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

/** Which notes a person has, not what they say. */
const notesOf = (userId: number): Tag => `lesson_notes:${userId}`

/** What a lesson with the reader's own task is built from; a lesson never moves to another course. */
export const lessonSources = (db: Db, actor: Actor, id: number): BuiltFrom => ({
  tags: ['users', 'files', 'projects', 'project_authors', inTasksOf(actor.id), readsOf(actor.id), notesOf(actor.id)],
  findTags: async () => {
    const found = await db.select({ course_id: lessons.course_id }).from(lessons).where(eq(lessons.id, id))
    return found.map(({ course_id }) => inCourse(course_id))
  },
  findUntil: () => findNextOpening(db, null),
})
