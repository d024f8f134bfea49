import type { OutlineLesson } from '#contract/courses/courses.schema.ts'

/** How far a student is, counted from the table of contents by the same rule as in the list of courses. */
export const courseProgress = (lessons: OutlineLesson[]) => {
  const asked = lessons.filter(({ has_assignment, task }) => has_assignment && task?.status.slug !== 'excused')
  const done = (slug: string | undefined) => slug === 'accepted'
  const isLeft = ({ task }: OutlineLesson) => !done(task?.status.slug) && task?.status.slug !== 'submitted'
  const ready = lessons.filter(({ locked }) => !locked)
  const next =
    asked.find((lesson) => isLeft(lesson) && ready.includes(lesson)) ?? ready.find(({ read }) => !read) ?? lessons[0]
  return {
    accepted: asked.filter(({ task }) => done(task?.status.slug)).length,
    total: asked.length,
    read: lessons.filter((lesson) => lesson.read).length,
    next,
  }
}
