import { formatNumber } from '#contract/format-number.ts'
import type { AnswerValue, QuizAnswers, QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'

/** What was chosen so far, by question; a number is kept as it is typed. */
export type TypedAnswers = Record<string, AnswerValue>

export const gapMark = /\[\[\d{1,4}\]\]/

/** The text of a question, with a line for each gap. */
export const titleOf = ({ kind, text }: QuizQuestion) => (kind === 'gaps' ? text.split(gapMark).join('____') : text)

/** How many gaps a text has. */
const countGaps = (text: string) => text.split(gapMark).length - 1

/** Also a charge of 1,6·10^-19, by any keyboard. */
const isNumber = /^-?\d{1,15}([.,]\d{1,20})?([*·×xх]10\^[+-]?\d{1,3})?$/i

/** A number as it was typed: null when it is none. */
export const readAnswerNumber = (typed: string) => {
  const text = typed.replace(/\s/g, '').replaceAll('−', '-')
  const number = isNumber.test(text) ? Number(text.replace(',', '.').replace(/[*·×xх]10\^/i, 'e')) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A number as people write it, so that it can be typed again: «1,6·10^-19». */
export const answerNumber = (value: number) => {
  const [digits = '', power] = String(value).split('e')
  return digits.replace('.', ',') + (power === undefined ? '' : `·10^${Number(power)}`)
}

/** The same to be read, without the dust of binary fractions. */
export const shownNumber = (value: number) => (/e/.test(String(value)) ? answerNumber(value) : formatNumber(value, 10))

/** Items are in the order they are asked in until somebody moves one. */
export const orderOf = (question: Extract<QuizQuestion, { kind: 'order' }>, typed: AnswerValue | undefined) => {
  const ids = question.items.map(({ id }) => id)
  const known = Array.isArray(typed) ? typed.filter((id): id is number => ids.includes(id as number)) : []
  return [...known, ...ids.filter((id) => !known.includes(id))]
}

/** An answer as it is sent; null where nothing was answered. */
const sentValue = (question: QuizQuestion, typed: AnswerValue | undefined): AnswerValue => {
  if (typed === undefined || typed === null) return null
  // an order that nobody has touched is no answer, though it may happen to be right
  if (question.kind === 'order') return orderOf(question, typed)
  if (question.kind === 'number') return readAnswerNumber(String(typed))
  if (typeof typed === 'string') return typed.trim() || null
  if (question.kind === 'gaps' && Array.isArray(typed)) {
    const texts = Array.from({ length: countGaps(question.text) }, (_, place) => String(typed[place] ?? ''))
    return texts.some((text) => text.trim()) ? texts : null
  }
  if (typeof typed === 'object') return Object.keys(typed).length > 0 ? typed : null
  return typed
}

/** Whether an answer as it is sent has all of its parts: pairs for all, words in all gaps. */
export const isWhole = (question: QuizQuestion, value: AnswerValue | undefined) => {
  if (value === undefined || value === null) return false
  if (question.kind === 'match') return (question.left ?? []).every(({ id }) => id in (value as Record<string, number>))
  if (question.kind === 'gaps') return (value as string[]).every((text) => text.trim())
  return true
}

/** What is sent of all that was chosen. */
export const sentAnswers = (questions: QuizQuestion[], typed: TypedAnswers): QuizAnswers =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const value = sentValue(question, typed[question.id])
      return value === null ? [] : [[question.id, value]]
    }),
  )

const textOf = (parts: { id: number; text: string }[], id: unknown) => parts.find((part) => part.id === id)?.text ?? '…'

/** An answer in words, a line for each of its parts. */
export const answerLines = (question: QuizQuestion, value: AnswerValue | undefined): string[] => {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : []
  switch (question.kind) {
    case 'single':
      return [textOf(question.options, value)]
    case 'multiple':
      return list.map((id) => textOf(question.options, id))
    case 'number':
      return [typeof value === 'number' ? shownNumber(value) : String(value)]
    case 'order':
      return list.map((id, place) => `${place + 1}. ${textOf(question.items, id)}`)
    case 'match': {
      const pairs = value as Record<string, number>
      return (question.left ?? []).map(({ id, text }) => `${text} — ${textOf(question.right ?? [], pairs[id])}`)
    }
    case 'gaps':
      return list.map((text, place) => `${place + 1}. ${text || '…'}`)
    default:
      return [String(value)]
  }
}
