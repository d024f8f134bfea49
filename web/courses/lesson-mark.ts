import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'

const scheduled = { name: 'Запланирован', color: 'brand', icon: 'clock' }

/** The state of a lesson as staff see it: `null` when students can read it. */
export const lessonMark = ({ status, publish_at }: Pick<OutlineLesson, 'status' | 'publish_at'>) => {
  if (status.slug === 'draft') return status
  return isOpenLesson({ status: status.slug, publish_at }, new Date()) ? null : scheduled
}
