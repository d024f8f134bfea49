import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the policy of saved comments needs. */
export interface SavedCommentFacts {
  user_id: number
  /** Teachers of its course; null for a personal comment. */
  teacher_ids: number[] | null
}

/**
 * A personal comment belongs to its writer alone, a course's to the staff of that course. They use, change and delete
 * it.
 */
export const canUseSavedComment = (actor: Actor, comment: SavedCommentFacts) =>
  comment.teacher_ids === null
    ? comment.user_id === actor.id
    : isCourseStaff(actor, { teacher_ids: comment.teacher_ids })
