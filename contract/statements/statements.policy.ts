import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'

/** A course that somebody takes or took. */
export interface TakenCourse {
  status: CourseStatus
  teacher_ids: number[]
}

/**
 * Whether a student, or their parent, sees their marks in it: what they left, too, but nothing that is a draft again.
 */
export const isStatedToStudent = ({ status }: TakenCourse) => status !== 'draft'

/**
 * Whether the actor sees the student's marks in this course: their own, those in a course of their own, or everybody's.
 */
export const canStateCourse = (actor: Actor, student: { id: number }, course: TakenCourse) =>
  isCourseStaff(actor, course) || (actor.id === student.id && isStatedToStudent(course))

/** Whether the actor may have a statement of somebody with such courses at all. */
export const canStateMarks = (actor: Actor, student: { id: number }, courses: TakenCourse[]) =>
  actor.id === student.id ||
  curates(actor, 'courses') ||
  courses.some((course) => canStateCourse(actor, student, course))
