import type { Journal, JournalAssignment, JournalQuiz } from '#contract/journal/journal.schema.ts'

/** A column of the journal; `index` is its place in the cells of its kind. */
export type JournalColumn =
  | { kind: 'assignment'; index: number; assignment: JournalAssignment }
  | { kind: 'quiz'; index: number; quiz: JournalQuiz }

/** All columns of the journal, in the order of the lessons. */
export const columnsOf = ({ assignments, quizzes }: Pick<Journal, 'assignments' | 'quizzes'>): JournalColumn[] => {
  const numbered = quizzes.map((quiz, index) => ({ kind: 'quiz' as const, index, quiz }))
  const at = Map.groupBy(numbered, ({ quiz }) => Math.min(quiz.before, assignments.length))
  return [
    ...assignments.flatMap((assignment, index): JournalColumn[] => [
      ...(at.get(index) ?? []),
      { kind: 'assignment', index, assignment },
    ]),
    ...(at.get(assignments.length) ?? []),
  ]
}
