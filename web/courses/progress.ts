import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import { nextLesson } from '#contract/courses/next-lesson.ts'

/** How far a student is, counted from the table of contents by the same rule as in the list of courses. */
export const courseProgress = (lessons: OutlineLesson[]) => {
  const asked = lessons.filter(({ has_assignment, task }) => has_assignment && task?.status.slug !== 'excused')
  return {
    accepted: asked.filter(({ task }) => task?.status.slug === 'accepted').length,
    total: asked.length,
    read: lessons.filter((lesson) => lesson.read).length,
    next: nextLesson(lessons),
  }
}
