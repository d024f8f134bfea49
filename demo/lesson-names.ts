import { courses } from '#demo/content/courses/courses.ts'

/** The name of each lesson by key. */
export const lessonNames = new Map(
  courses.flatMap(({ sections }) => sections.flatMap(({ lessons }) => lessons.map(({ key, name }) => [key, name]))),
)
