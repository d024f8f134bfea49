import { z } from 'zod'
import { Id, words } from '#contract/http/fields.ts'

/**
 * A comment kept to be used again: one's own, or a course's. `{имя}` stands for the first name of the student.
 */
export const SavedComment = z.object({
  id: Id,
  text: z.string(),
  /** The course whose staff share it; null for one's own. */
  course: z.object({ id: Id, name: z.string() }).nullable(),
  /** How many times it was used. */
  uses: z.number().int(),
})
export type SavedComment = z.infer<typeof SavedComment>

export const SavedCommentInput = z.object({ text: words(5000), course_id: Id.nullish() })

/** Most comments of one person, and of one course. */
export const maxSavedComments = 500

/** What stands for the student's first name. */
export const namePlaceholder = '{имя}'
