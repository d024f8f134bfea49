import { type CourseFacts, canSeeCourse, isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { LessonStatus } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the policy of lessons needs. */
export interface LessonFacts {
  status: LessonStatus
  publish_at: string | null
}

/** Whether students may read it now: published, and past its publication moment. */
export const isOpenLesson = (lesson: LessonFacts, now: Date) =>
  lesson.status === 'published' && (lesson.publish_at === null || new Date(lesson.publish_at) <= now)

export const canSeeLesson = (actor: Actor, course: CourseFacts, lesson: LessonFacts, now: Date) =>
  isCourseStaff(actor, course) || (canSeeCourse(actor, course) && isOpenLesson(lesson, now))
