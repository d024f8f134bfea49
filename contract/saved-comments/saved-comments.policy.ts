import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the rules about a saved comment look at. */
export interface SavedCommentFacts {
  user_id: number
  /** Teachers of its course; null for a comment of one's own. */
  teacher_ids: number[] | null
}

/** One's own is one's own alone; a course's belongs to the staff of that course. They use, change and delete it. */
export const canUseSavedComment = (actor: Actor, comment: SavedCommentFacts) =>
  comment.teacher_ids === null
    ? comment.user_id === actor.id
    : isCourseStaff(actor, { teacher_ids: comment.teacher_ids })
