import { z } from 'zod'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import { isOpenLesson, type LessonFacts } from '#contract/lessons/lessons.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/**
 * Why a task needs no act by anybody: its lesson is deleted, its course is archived, its students have left the course,
 * or (for students alone) its lesson cannot be opened now.
 */
export const IdleReason = z.enum(['lesson-deleted', 'course-archived', 'left', 'lesson-hidden'])
export type IdleReason = z.infer<typeof IdleReason>

/** What decides whether a task still needs an act by somebody. */
export interface IdleFacts {
  course_status: CourseStatus
  lesson_facts: LessonFacts & { deleted_at: string | null }
  /** Its students who now take the course. */
  enrolled_ids: number[]
}

/** Why nobody can continue a task, neither its students nor reviewers. Null while somebody can. */
export const idleForAll = ({ course_status, lesson_facts, enrolled_ids }: IdleFacts) => {
  if (lesson_facts.deleted_at !== null) return 'lesson-deleted'
  if (enrolled_ids.length === 0) return 'left'
  return course_status === 'archived' ? 'course-archived' : null
}

/** Why the task needs no act by the actor; null while it may. Queues and main pages leave out idle tasks. */
export const idleReason = (actor: Actor, facts: IdleFacts): IdleReason | null => {
  const { course_status, lesson_facts, enrolled_ids } = facts
  const reason = idleForAll(facts)
  if (reason || actor.role !== 'student') return reason
  if (!enrolled_ids.includes(actor.id)) return 'left'
  return course_status === 'published' && isOpenLesson(lesson_facts, new Date()) ? null : 'lesson-hidden'
}
