import { z } from 'zod'
import { Id, requiredText } from '#contract/http/fields.ts'

/** A comment kept for reuse: a personal one, or a course's. `{имя}` stands for the first name of the student. */
export const SavedComment = z.object({
  id: Id,
  text: z.string(),
  /** The course whose staff share it; null for a personal one. */
  course: z.object({ id: Id, name: z.string() }).nullable(),
  /** How many times it was used. */
  uses: z.number().int(),
})
export type SavedComment = z.infer<typeof SavedComment>

export const SavedCommentInput = z.object({ text: requiredText(5000), course_id: Id.nullish() })

/** `expected`: the text that this one replaces; 409 when it is another by now. Without it any text is replaced. */
export const SavedCommentChange = SavedCommentInput.extend({ expected: z.string().max(5000).optional() })

/** Max comments of one person, and of one course. */
export const maxSavedComments = 500

/** The placeholder of the student's first name. */
export const namePlaceholder = '{имя}'
