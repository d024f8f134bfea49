import type { QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'

/** The kinds of questions, as they are chosen. */
export const kindNames: Record<QuizQuestion['kind'], string> = {
  single: 'Один вариант',
  multiple: 'Несколько вариантов',
  text: 'Ответ словами',
  number: 'Ответ числом',
  order: 'Порядок',
  match: 'Пары',
  gaps: 'Пропуски в тексте',
}
