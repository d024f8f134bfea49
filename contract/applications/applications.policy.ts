import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the policy of applications needs. */
export interface ApplicationFacts {
  user_id: number
  /** Teachers of the course. */
  teacher_ids: number[]
}

/** Courses are taken by students, so only they apply. */
export const canApply = (actor: Actor) => actor.role === 'student'

/** Curators and the course's teachers decide (product.md §10). */
export const canDecideApplication = (actor: Actor, application: ApplicationFacts) => isCourseStaff(actor, application)

/** An applicant sees their own applications; those who decide see them all. */
export const canSeeApplication = (actor: Actor, application: ApplicationFacts) =>
  actor.id === application.user_id || canDecideApplication(actor, application)

/** Only the applicant withdraws an application. */
export const canWithdrawApplication = (actor: Actor, application: { user_id: number }) =>
  actor.id === application.user_id
