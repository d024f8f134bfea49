import { quizIdsIn } from '#contract/quizzes/quiz-rules.ts'
import type { QuizRecord } from '#server/quizzes/quizzes.repo.ts'

/**
 * Decides which quizzes students of a lesson with this text are asked: those in it, and those that no saved text has
 * had yet. One that was taken out of the text is kept, and asked nobody.
 */
export const askedIn = (content: string) => {
  const standing = new Set(quizIdsIn(content))
  return ({ id, placed }: Pick<QuizRecord, 'id' | 'placed'>) => !placed || standing.has(id)
}
