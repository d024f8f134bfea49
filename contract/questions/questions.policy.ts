import { type CourseFacts, isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** Students of a running course. */
export const canAskQuestion = (actor: Actor, course: CourseFacts) =>
  course.enrolled && course.status === 'published' && !isCourseStaff(actor, course)

export const canAnswerQuestion = (actor: Actor, course: { teacher_ids: number[] }) => isCourseStaff(actor, course)

/** Its writer, in a running course. Once it is answered, that is a conflict: the answer belongs to what was asked. */
export const canEditQuestion = (actor: Actor, course: Pick<CourseFacts, 'status'>, question: { user_id: number }) =>
  question.user_id === actor.id && course.status === 'published'

/** Those who may change it, and staff. */
export const canDeleteQuestion = (
  actor: Actor,
  course: Pick<CourseFacts, 'status' | 'teacher_ids'>,
  question: { user_id: number },
) => isCourseStaff(actor, course) || canEditQuestion(actor, course, question)
