import { type CourseFacts, canSeeCourse, isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { LessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** What the policy of lessons needs. */
export interface LessonFacts {
  status: LessonStatus
  publish_at: string | null
}

/** Whether its moment of publication is ahead; a draft may have one, too. */
export const opensLater = ({ publish_at }: Pick<LessonFacts, 'publish_at'>, now: Date) =>
  publish_at !== null && new Date(publish_at) > now

/** Whether students may read it now: published, and past its publication moment. */
export const isOpenLesson = (lesson: LessonFacts, now: Date) =>
  lesson.status === 'published' && !opensLater(lesson, now)

export const canSeeLesson = (actor: Actor, course: CourseFacts, lesson: LessonFacts, now: Date) =>
  isCourseStaff(actor, course) || (canSeeCourse(actor, course) && isOpenLesson(lesson, now))
