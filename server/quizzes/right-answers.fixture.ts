import type { AnswerValue, QuizAnswers } from '#contract/quizzes/quizzes.schema.ts'
import type { StoredQuestion } from '#server/quizzes/stored-question.ts'

const rightAnswer = (question: StoredQuestion): AnswerValue => {
  switch (question.kind) {
    case 'single':
      return question.options.find(({ correct }) => correct)?.id ?? null
    case 'multiple':
      return question.options.filter(({ correct }) => correct).map(({ id }) => id)
    case 'text':
      return question.accepted.at(-1) ?? null
    case 'number':
      return question.value
    case 'order':
      return question.items.map(({ id }) => id)
    case 'match':
      return Object.fromEntries(question.pairs.map(({ id, right_id }) => [id, right_id]))
    case 'gaps':
      return question.gaps.map(({ accepted }) => accepted[0] ?? '')
  }
}

/** The right answers to questions, as a student sends them. */
export const rightAnswers = (questions: StoredQuestion[]): QuizAnswers =>
  Object.fromEntries(questions.map((question) => [question.id, rightAnswer(question)]))
