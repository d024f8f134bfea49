import type { Lesson } from '#contract/lessons/lessons.schema.ts'

/** A student's work on the lesson, below its content. */
export const LessonWork = ({ lesson }: { lesson: Lesson }) =>
  lesson.assignment && (
    <section id="work" aria-labelledby="work-title">
      <h2 id="work-title">Моя работа</h2>
    </section>
  )
