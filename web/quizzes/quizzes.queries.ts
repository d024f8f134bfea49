import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/**
 * The quizzes of a lesson: with answers for staff unless they ask as a student, with the user's own attempts for
 * students.
 */
export const quizzesQuery = (lessonId: number, as?: 'student') =>
  q(quizzesApi.list, { params: { id: lessonId }, query: { as } })

/** How students have answered a quiz. */
export const quizResultsQuery = (quizId: number) => q(quizzesApi.results, { params: { id: quizId } })
