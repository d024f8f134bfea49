import { and, eq, gt, min } from 'drizzle-orm'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { courseTeachers } from '#server/courses/courses.table.ts'
import type { Tag } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

/** Everything inside a course: its members, lessons and tasks; not the drafts and comments of the tasks. */
export const inCourse = (id: number): Tag => `in_course:${id}`

/** Everything in the tasks of a student. */
export const inTasksOf = (userId: number): Tag => `in_tasks_of:${userId}`

/** What a person has read. */
export const readsOf = (userId: number): Tag => `lesson_reads:${userId}`

/**
 * When the next lesson opens, of one course or of all; null when none is going to. By the clock of the process, as
 * rights are.
 */
export const findNextOpening = async (db: Db, courseId: number | null) => {
  const isNext = gt(lessons.publish_at, new Date().toISOString())
  const [row] = await db
    .select({ moment: min(lessons.publish_at) })
    .from(lessons)
    .where(and(isNext, courseId === null ? undefined : eq(lessons.course_id, courseId)))
  return row?.moment ?? null
}

/** What an answer about one course is built from. */
export const courseSources = (db: Db, actor: Actor, id: number): BuiltFrom => ({
  tags: ['users', 'files', inCourse(id), readsOf(actor.id)],
  findUntil: () => findNextOpening(db, id),
})

/** What an answer about all courses of a teacher, or of the school for a curator, is built from. */
export const taughtSources = (db: Db, actor: Actor): BuiltFrom => {
  if (curates(actor, 'courses')) return { tags: ['users', 'in_course'] }
  const findTags = async () => {
    const isTheirs = eq(courseTeachers.user_id, actor.id)
    const taught = await db.select({ id: courseTeachers.course_id }).from(courseTeachers).where(isTheirs)
    return taught.map(({ id }) => inCourse(id))
  }
  return { tags: ['users', `course_teachers:${actor.id}`], findTags }
}
