import { z } from 'zod'
import { Id, Moment, MomentInput, requiredText } from '#contract/http/fields.ts'
import { maxQuestionText } from '#contract/questions/max-question-text.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A question under a lesson, with the one answer for everybody in the course. */
export const LessonQuestion = z.object({
  id: Id,
  text: z.string(),
  user: Person,
  created_at: Moment,
  /** When its text was changed. */
  edited_at: Moment.nullable(),
  answer: z.object({ text: z.string(), user: Person, answered_at: Moment }).nullable(),
})
export type LessonQuestion = z.infer<typeof LessonQuestion>

/** A question that waits for an answer, in the list of everything that waits. */
export const WaitingQuestion = LessonQuestion.extend({
  lesson: z.object({ id: Id, name: z.string() }),
  course: z.object({ id: Id, name: z.string() }),
})

export const QuestionInput = z.object({ text: requiredText(maxQuestionText) })

/** `expected`: when the answer was given that this one replaces, null for the first one; 409 when it is another by now. */
export const AnswerInput = QuestionInput.extend({ expected: MomentInput.nullable().optional() })

/** Max questions that are shown under a lesson: the newest ones. */
export const maxShownQuestions = 500
