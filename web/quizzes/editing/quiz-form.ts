import { z } from 'zod'
import {
  type Quiz,
  type QuizInput as QuizBody,
  QuizInput,
  type QuizQuestion,
} from '#contract/quizzes/quizzes.schema.ts'
import { randomId } from '#web/data/random-id.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormOf } from '#web/drafts/WithDraft.tsx'
import { answerNumber, readAnswerNumber } from '#web/quizzes/answer-values.ts'
import { kindNames } from '#web/quizzes/editing/kind-names.ts'

const OptionalNumber = z.union([z.number(), z.literal('')])
const part = { key: z.string(), id: z.number().nullable() }

const Question = z.object({
  ...part,
  kind: z.enum(['single', 'multiple', 'text', 'number', 'order', 'match', 'gaps']),
  text: z.string(),
  points: OptionalNumber,
  explanation: z.string(),
  options: z.array(z.object({ ...part, text: z.string(), correct: z.boolean() })),
  /** Right answers in words, one a line. */
  accepted: z.string(),
  /** As they are typed. */
  value: z.string(),
  tolerance: z.string(),
  items: z.array(z.object({ ...part, text: z.string() })),
  pairs: z.array(z.object({ ...part, left: z.string(), right: z.string() })),
  /** By the number of the gap, from 1; right answers one a line. */
  gaps: z.array(z.object({ accepted: z.string() })),
})

const Values = z.object({
  title: z.string(),
  attempts: OptionalNumber,
  shuffle: z.boolean(),
  // absent in drafts of before
  in_journal: z.boolean().default(false),
  questions: z.array(Question),
})

/** A quiz as its form has it: a question keeps what was typed for other kinds. */
export type QuizValues = z.infer<typeof Values>
export type QuestionValues = z.infer<typeof Question>
export type QuizForm = FormOf<QuizValues>

export const newOption = (correct = false) => ({ key: randomId(), id: null, text: '', correct })
export const newItem = () => ({ key: randomId(), id: null, text: '' })
export const newPair = () => ({ key: randomId(), id: null, left: '', right: '' })

/** An empty question. */
export const newQuestion = (kind: QuestionValues['kind'] = 'single'): QuestionValues => ({
  key: randomId(),
  id: null,
  kind,
  text: '',
  points: 1,
  explanation: '',
  options: [newOption(true), newOption()],
  accepted: '',
  value: '',
  tolerance: '',
  items: [newItem(), newItem()],
  pairs: [newPair(), newPair()],
  gaps: [],
})

/** A quiz that is not there yet. */
export const emptyQuiz: QuizValues = {
  title: 'Проверьте себя',
  attempts: '',
  shuffle: false,
  in_journal: false,
  questions: [{ ...newQuestion(), key: 'first' }],
}

const typedNumber = (value: number | undefined) => (value === undefined ? '' : answerNumber(value))
const keyed = <Part extends { id: number }>(parts: Part[]) => parts.map((one) => ({ ...one, key: String(one.id) }))

const questionValues = (question: QuizQuestion): QuestionValues => {
  const { id, kind, text, points, explanation = '' } = question
  const values = { ...newQuestion(kind), id, key: String(id), text, points, explanation }
  switch (kind) {
    case 'single':
    case 'multiple':
      return { ...values, options: keyed(question.options).map((one) => ({ ...one, correct: one.correct ?? false })) }
    case 'text':
      return { ...values, accepted: (question.accepted ?? []).join('\n') }
    case 'number':
      return {
        ...values,
        value: typedNumber(question.value),
        tolerance: question.tolerance ? typedNumber(question.tolerance) : '',
      }
    case 'order':
      return { ...values, items: keyed(question.items) }
    case 'match':
      return { ...values, pairs: keyed(question.pairs ?? []) }
    case 'gaps':
      return { ...values, gaps: (question.gaps ?? []).map(({ accepted }) => ({ accepted: accepted.join('\n') })) }
  }
}

/** A saved quiz in its form. */
export const quizValues = ({ title, attempts, shuffle, in_journal, questions }: Quiz): QuizValues => ({
  title,
  attempts: attempts ?? '',
  shuffle,
  in_journal,
  questions: questions.map(questionValues),
})

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const withId = <Part extends { key: string; id: number | null }>({ key: _, id, ...rest }: Part) => ({
  ...rest,
  ...(id !== null && { id }),
})
const numberOf = (typed: string) => (typed.trim() === '' ? undefined : (readAnswerNumber(typed) ?? Number.NaN))

const gapMarks = /\[\[(\d{1,4})\]\]/g

/** The numbers of the gaps in a text, as they come. */
export const gapNumbers = (text: string) => [...text.matchAll(gapMarks)].map(([, number]) => Number(number))

/** Numbers the gaps as they come, whichever of them were removed meanwhile. */
const gapsBody = ({ text, gaps }: QuestionValues) => {
  let count = 0
  const renumbered = text.replace(gapMarks, () => {
    count += 1
    return `[[${count}]]`
  })
  return {
    text: renumbered,
    gaps: gapNumbers(text).map((number) => ({ accepted: lines(gaps[number - 1]?.accepted ?? '') })),
  }
}

const questionBody = (question: QuestionValues) => {
  const { id, kind, text, points, explanation } = question
  const common = { ...(id !== null && { id }), kind, text, explanation, points: points === '' ? Number.NaN : points }
  const own = {
    single: () => ({ options: question.options.map(withId) }),
    multiple: () => ({ options: question.options.map(withId) }),
    text: () => ({ accepted: lines(question.accepted) }),
    number: () => ({ value: numberOf(question.value), tolerance: numberOf(question.tolerance) ?? 0 }),
    order: () => ({ items: question.items.map(withId) }),
    match: () => ({ pairs: question.pairs.map(withId) }),
    gaps: () => gapsBody(question),
  }
  return { ...common, ...own[kind]() }
}

const bodyOf = ({ title, attempts, shuffle, in_journal, questions }: QuizValues) => ({
  title,
  shuffle,
  in_journal,
  attempts: attempts === '' ? null : attempts,
  questions: questions.map(questionBody),
})

/** The quiz as it is sent; throws for values that do not pass the form's check. */
export const quizBody = (values: QuizValues): QuizBody => QuizInput.parse(bodyOf(values))

/** What is wrong, by the fields of the form; several answers in one field share its error. */
const check = (values: QuizValues) => {
  const errors: Record<string, string> = {}
  for (const { path, message } of QuizInput.safeParse(bodyOf(values)).error?.issues ?? []) {
    errors[path.join('.').replace(/\.accepted\.\d+$/, '.accepted')] ??= message
  }
  return errors
}

/** How a quiz is drafted. */
export const quizKind: FormKind<QuizValues> = {
  fields: {
    title: { label: 'Название' },
    attempts: { label: 'Сколько попыток', show: (count) => (count === '' ? 'Без ограничения' : String(count)) },
    shuffle: { label: 'Перемешивать' },
    in_journal: { label: 'Результат — в журнал' },
    questions: {
      label: 'Вопросы',
      of: (questions) => questions.map(({ key: _, ...question }) => ({ ...questionBody(question as QuestionValues) })),
      show: (questions) =>
        questions.map(({ kind, text }, place) => `${place + 1}. ${text} (${kindNames[kind]})`).join('\n'),
    },
  },
  check,
  read: (kept) => Values.safeParse(kept).data ?? null,
}
