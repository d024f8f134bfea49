import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'

/** What the policy of courses needs. */
export interface CourseFacts {
  status: CourseStatus
  teacher_ids: number[]
  /** Whether the actor takes the course. */
  enrolled: boolean
}

/** A student of a course who has done nothing in it; no account has this id. */
export const newStudent: Actor = { id: 0, role: 'student' }

/** Its teachers and every curator. */
export const isCourseStaff = (actor: Actor, course: { teacher_ids: number[] }) =>
  curates(actor, 'courses') || (isStaff(actor) && course.teacher_ids.includes(actor.id))

/** Staff see drafts too; a student sees a course they take once it is published, and can read it when archived. */
export const canSeeCourse = (actor: Actor, course: CourseFacts) =>
  isCourseStaff(actor, course) || (course.enrolled && course.status !== 'draft')

export const canCreateCourse = (actor: Actor) => isStaff(actor)

export const canEditCourse = (actor: Actor, course: { teacher_ids: number[] }) => isCourseStaff(actor, course)

/** A curator always; a teacher of the course only while nobody takes it. */
export const canDeleteCourse = (actor: Actor, course: { teacher_ids: number[]; student_count: number }) =>
  curates(actor, 'courses') || (isCourseStaff(actor, course) && course.student_count === 0)
