import type { LessonNeed } from '#contract/lessons/lesson-status.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import type { LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import type { OutlineRecord } from '#server/courses/courses.repo.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Whether the reader has read a lesson: marked so, or handed in its task. */
export const isRead = ({ is_marked_read, task_status }: OutlineRecord) =>
  is_marked_read || (task_status !== null && task_status !== 'draft')

/** The need in force of a requirement: an assignment that was removed cannot be accepted. */
const needOf = (first: OutlineRecord, { needs }: LessonRequirement) => (first.assignment_id === null ? 'read' : needs)

const isMet = (first: OutlineRecord, need: LessonNeed) =>
  need === 'read' ? isRead(first) : first.task_status === 'accepted' || first.task_status === 'excused'

/**
 * What keeps a lesson closed for its reader: the first requirement, in the order of the course, that is not met.
 * Lessons that students cannot open hold up nothing; a lesson whose task was begun stays open, and so do those of a
 * course in the archive, where nothing can be handed in.
 */
export const lockOf = (lesson: OutlineRecord, outline: OutlineRecord[], now: Date) => {
  const { after, course_status, task_id } = lesson
  if (!after || task_id !== null || course_status === 'archived') return null
  for (const first of outline) {
    const requirement = after.find(({ lesson_id }) => lesson_id === first.id)
    if (!requirement || !isOpenLesson(first, now)) continue
    const needs = needOf(first, requirement)
    if (!isMet(first, needs)) return { by: { lesson_id: first.id, name: first.name, needs } }
  }
  return null
}

/** 403 with what opens the lesson. */
export const refuseLocked = (lock: ReturnType<typeof lockOf> | undefined) => {
  if (!lock) return
  const { name, needs } = lock.by
  throw new Refusal('locked', {
    detail:
      needs === 'read'
        ? `Этот урок откроется, когда вы прочитаете урок «${name}».`
        : `Этот урок откроется, когда преподаватель примет ваше задание в уроке «${name}».`,
  })
}
