import { createHash } from 'node:crypto'
import type { Quiz, QuizAttempt, QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'
import { isGiven } from '#server/quizzes/check-answers.ts'
import type { AttemptRecord, QuizRecord } from '#server/quizzes/quizzes.repo.ts'
import type { StoredQuestion } from '#server/quizzes/stored-question.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Mixes by the random ids of the parts: the same mix for the same seed, so that a page that is loaded again shows the
 * same one, and unrelated to the order in which they were written.
 */
const mixed = <Part extends { id: number }>(parts: Part[], seed: string) =>
  parts
    .map((part) => ({ part, place: digest(`${seed}:${part.id}`) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ part }) => part)

/** A question with its answers, for staff. */
const presentWhole = (question: StoredQuestion): QuizQuestion => {
  if (question.kind !== 'match') return question
  return { ...question, pairs: question.pairs.map(({ id, left, right }) => ({ id, left, right })) }
}

/** A question without its answers; `seed` is that of a quiz with shuffled options, null for one without. */
const presentAsked = (question: StoredQuestion, seed: string | null, isAnswered: boolean): QuizQuestion => {
  const { id, text, points, explanation } = question
  const shown = { id, text, points, ...(isAnswered && { explanation }) }
  const { kind } = question
  if (kind === 'single' || kind === 'multiple') {
    const options = question.options.map((option) => ({ id: option.id, text: option.text }))
    return { ...shown, kind, options: seed === null ? options : mixed(options, seed) }
  }
  // the order of these is the answer
  const mix = seed ?? ''
  if (kind === 'order') {
    const items = question.items.map((item) => ({ id: item.id, text: item.text }))
    return { ...shown, kind, items: mixed(items, mix) }
  }
  if (kind === 'match') {
    const left = question.pairs.map((pair) => ({ id: pair.id, text: pair.left }))
    const right = question.pairs.map((pair) => ({ id: pair.right_id, text: pair.right }))
    return { ...shown, kind, left: seed === null ? left : mixed(left, seed), right: mixed(right, mix) }
  }
  return { ...shown, kind }
}

/** An attempt with the explanations as they are now, of the questions that it answers. */
export const presentAttempt = ({ questions }: QuizRecord, attempt: AttemptRecord): QuizAttempt => {
  const explanations = new Map(questions.map(({ id, explanation }) => [id, explanation]))
  const { number, points, max_points, answered_at, answers, scores } = attempt
  return {
    number,
    points,
    max_points,
    answered_at,
    answers,
    questions: scores.map((score) => ({
      ...score,
      explanation: isGiven(answers[score.id]) ? (explanations.get(score.id) ?? '') : '',
    })),
  }
}

export const presentForStaff = (quiz: QuizRecord): Quiz => {
  const { id, title, attempts, shuffle, in_journal, revision, questions } = quiz
  return { id, title, attempts, shuffle, in_journal, revision, questions: questions.map(presentWhole) }
}

/**
 * A quiz for a student, with their own attempts and the explanations of the questions they have ever answered; each
 * attempt has a mix of its own where it is shuffled.
 */
export const presentForStudent = (
  quiz: QuizRecord,
  userId: number,
  own: AttemptRecord[],
  answered: Set<number> = new Set(),
): Quiz => {
  const { id, title, attempts, shuffle, in_journal } = quiz
  const seed = shuffle ? `${id}:${userId}:${own.length}` : null
  const questions = seed === null ? quiz.questions : mixed(quiz.questions, seed)
  return {
    id,
    title,
    attempts,
    shuffle,
    in_journal,
    questions: questions.map((question) => presentAsked(question, seed, answered.has(question.id))),
    own_attempts: own.map((attempt) => presentAttempt(quiz, attempt)),
  }
}
