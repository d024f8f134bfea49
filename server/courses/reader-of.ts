import type { AsStudent } from '#contract/courses/as-student.ts'
import { isCourseStaff, newStudent } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { CourseWithFacts } from '#server/courses/courses.repo.ts'

/**
 * The reader of a response about a course, and the course as they see it: its staff may ask for what a new student of
 * it would get.
 */
export const readerOf = (actor: Actor, course: CourseWithFacts, { as }: AsStudent) =>
  as !== undefined && isCourseStaff(actor, course)
    ? { reader: newStudent, course: { ...course, enrolled: true } }
    : { reader: actor, course }
