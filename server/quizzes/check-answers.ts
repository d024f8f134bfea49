import type { AnswerValue, QuizAnswers } from '#contract/quizzes/quizzes.schema.ts'
import { invalid } from '#server/http/refusal.ts'
import type { QuestionScore, StoredQuestion } from '#server/quizzes/stored-question.ts'

/** Case and outer spaces do not count. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

const isAccepted = (accepted: string[], text: string) => accepted.some((right) => plain(right) === plain(text))

const isNumbers = (value: AnswerValue): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number')

const isTexts = (value: AnswerValue): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isPairs = (value: AnswerValue): value is Record<string, number> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 0.1 + 0.2 is 0.3 for a person; what is allowed for that is nothing beside numbers as small as an atom. */
const isNear = (value: number, right: number, tolerance: number) =>
  Math.abs(value - right) <= tolerance + 1e-9 * Math.max(tolerance, Math.abs(right))

/** Whether an answer is right; null when it is no answer to a question of this kind at all. */
const judge = (question: StoredQuestion, value: Exclude<AnswerValue, null>): boolean | null => {
  switch (question.kind) {
    case 'single':
      if (typeof value !== 'number') return null
      return question.options.some(({ id, correct }) => correct && id === value)
    case 'multiple': {
      if (!isNumbers(value)) return null
      const chosen = new Set(value)
      const isRight = question.options.every(({ id, correct }) => chosen.has(id) === correct)
      return isRight && chosen.size === question.options.filter(({ correct }) => correct).length
    }
    case 'text':
      return typeof value === 'string' ? isAccepted(question.accepted, value) : null
    case 'number':
      return typeof value === 'number' ? isNear(value, question.value, question.tolerance) : null
    case 'order': {
      if (!isNumbers(value)) return null
      // two items with the same text may be in either order
      const texts = new Map(question.items.map(({ id, text }) => [id, text]))
      const isEachOnce = new Set(value).size === value.length && value.length === question.items.length
      return isEachOnce && question.items.every(({ text }, place) => texts.get(value[place] as number) === text)
    }
    case 'match': {
      if (!isPairs(value)) return null
      const texts = new Map(question.pairs.map(({ right_id, right }) => [right_id, right]))
      return question.pairs.every(({ id, right }) => texts.get(value[id] as number) === right)
    }
    case 'gaps':
      if (!isTexts(value)) return null
      return (
        value.length === question.gaps.length &&
        question.gaps.every(({ accepted }, place) => isAccepted(accepted, value[place] as string))
      )
  }
}

/** Whether something was chosen or typed; an answer may be empty, too. */
export const isGiven = (value: AnswerValue | undefined): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' ? value.trim() !== '' : Object.values(value ?? {}).some(isGiven))

/** The ids of the questions that have an answer. */
export const givenIn = (answers: QuizAnswers): number[] =>
  Object.entries(answers).flatMap(([id, value]) => (isGiven(value) ? Number(id) : []))

/** Without the dust of binary fractions. */
const sum = (points: number[]) => Math.round(points.reduce((total, one) => total + one, 0) * 1000) / 1000

/**
 * Checks the answers to a quiz. Each question gives all of its points or none: an answer is right as a whole. No answer
 * is a wrong one. Answers to questions that are no longer there are ignored, since a student may have begun before they
 * were removed; 422 for a value that cannot be an answer to its question.
 */
export const checkAnswers = (questions: StoredQuestion[], given: QuizAnswers) => {
  const answers: QuizAnswers = {}
  const scores = questions.map((question): QuestionScore => {
    const value = given[question.id] ?? null
    if (value === null) return { id: question.id, correct: false, points: 0 }
    const correct = judge(question, value)
    if (correct === null) throw invalid(`answers.${question.id}`, 'Ответ не подходит к этому вопросу.')
    answers[question.id] = value
    return { id: question.id, correct, points: correct ? question.points : 0 }
  })
  return {
    answers,
    scores,
    points: sum(scores.map(({ points }) => points)),
    max_points: sum(questions.map(({ points }) => points)),
  }
}
