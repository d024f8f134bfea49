import type { OutlineLesson } from '#contract/courses/courses.schema.ts'

/** How far a student is, counted from the table of contents by the same rule as in the list of courses. */
export const courseProgress = (lessons: OutlineLesson[]) => {
  const asked = lessons.filter(({ has_assignment, task }) => has_assignment && task?.status.slug !== 'excused')
  const done = (slug: string | undefined) => slug === 'accepted'
  const next = asked.find(({ task }) => !done(task?.status.slug) && task?.status.slug !== 'submitted') ?? lessons[0]
  return { accepted: asked.filter(({ task }) => done(task?.status.slug)).length, total: asked.length, next }
}

/** Lessons by section, in the order of the programme; those outside the sections stand first. */
export const bySection = <S extends { id: number }, L extends { section_id: number | null }>(
  sections: S[],
  lessons: L[],
) =>
  [null, ...sections].map((section) => ({
    section,
    lessons: lessons.filter(({ section_id }) => section_id === (section?.id ?? null)),
  }))
