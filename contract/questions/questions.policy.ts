import { type CourseFacts, isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the policy of questions needs; `answered`: it has an answer. */
interface QuestionFacts {
  user_id: number
  answered: boolean
}

/** Students of a running course. */
export const canAskQuestion = (actor: Actor, course: CourseFacts) =>
  course.enrolled && course.status === 'published' && !isCourseStaff(actor, course)

export const canAnswerQuestion = (actor: Actor, course: { teacher_ids: number[] }) => isCourseStaff(actor, course)

/** Its writer, until it is answered: the answer belongs to what was asked. */
export const canEditQuestion = (actor: Actor, question: QuestionFacts) =>
  question.user_id === actor.id && !question.answered

/** Its writer until it is answered, and staff. */
export const canDeleteQuestion = (actor: Actor, course: { teacher_ids: number[] }, question: QuestionFacts) =>
  isCourseStaff(actor, course) || canEditQuestion(actor, question)
