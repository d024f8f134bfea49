/** Lessons by section, in the order of the course; those outside of the sections come first. */
export const bySection = <Section extends { id: number }, Lesson extends { section_id: number | null }>(
  sections: Section[],
  lessons: Lesson[],
) =>
  [null, ...sections].map((section) => ({
    section,
    lessons: lessons.filter(({ section_id }) => section_id === (section?.id ?? null)),
  }))
