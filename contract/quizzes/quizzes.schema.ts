import { z } from 'zod'
import { few, Id, line, Moment, plainText, requiredText } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { Score } from '#contract/lessons/assignment.schema.ts'

/** Max quizzes of a lesson, questions of a quiz, and options, items, pairs or gaps of a question. */
export const quizLimits = { quizzes: 30, questions: 100, parts: 30, accepted: 30, attempts: 100 }

const parts = <Part extends z.ZodType>(part: Part, min: number, sentence: string) =>
  z.array(part).min(min, sentence).max(quizLimits.parts, `Не больше ${quizLimits.parts}`)

/** Right answers in words; case and outer spaces do not count. */
const Accepted = z
  .array(line(300))
  .min(1, 'Напишите хотя бы один верный ответ')
  .max(quizLimits.accepted, `Не больше ${quizLimits.accepted} ответов`)

const common = {
  /** Kept from one save to the next, so that attempts keep their meaning; one without an id is new. */
  id: Id.optional(),
  text: requiredText(5000),
  points: Score.default(1),
  /** Shown once the question was answered. */
  explanation: plainText(5000).default(''),
}

const options = parts(
  z.object({ id: Id.optional(), text: line(1000), correct: z.boolean().default(false) }),
  2,
  'Нужно хотя бы два варианта',
)
const countCorrect = (given: { correct: boolean }[]) => given.filter(({ correct }) => correct).length

const gapMark = /\[\[(\d{1,4})\]\]/g

/** The numbers of the gaps in a text, in their order: `[[2]] and [[1]]` has 2 and 1. */
const gapsIn = (text: string) => [...text.matchAll(gapMark)].map(([, number]) => Number(number))

const isSame = (numbers: number[], count: number) =>
  numbers.length === count && numbers.toSorted((a, b) => a - b).every((number, place) => number === place + 1)

/** A question as it is saved. */
export const QuizQuestionInput = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('single'),
    options: options.refine((given) => countCorrect(given) === 1, 'Отметьте один верный вариант'),
  }),
  z.object({
    ...common,
    kind: z.literal('multiple'),
    options: options.refine((given) => countCorrect(given) > 0, 'Отметьте хотя бы один верный вариант'),
  }),
  z.object({ ...common, kind: z.literal('text'), accepted: Accepted }),
  z.object({
    ...common,
    kind: z.literal('number'),
    value: z.number('Введите число'),
    /** How far from the value an answer may be. */
    tolerance: z.number('Введите число').min(0, 'Не меньше нуля').default(0),
  }),
  z.object({
    ...common,
    kind: z.literal('order'),
    /** In their right order. */
    items: parts(z.object({ id: Id.optional(), text: line(1000) }), 2, 'Нужно хотя бы два пункта'),
  }),
  z.object({
    ...common,
    kind: z.literal('match'),
    pairs: parts(
      z.object({ id: Id.optional(), left: line(1000), right: line(1000) }),
      2,
      'Нужно хотя бы две пары',
    ).refine(
      (pairs) => new Set(pairs.map(({ left }) => left)).size === pairs.length,
      'Слева не должно быть одинакового',
    ),
  }),
  z
    .object({
      ...common,
      kind: z.literal('gaps'),
      gaps: parts(z.object({ accepted: Accepted }), 1, 'Нужен хотя бы один пропуск'),
    })
    .refine(({ text, gaps }) => isSame(gapsIn(text), gaps.length), {
      path: ['text'],
      message: 'Отметьте в тексте каждый пропуск один раз: [[1]], [[2]] и так далее',
    }),
])
export type QuizQuestionInput = z.output<typeof QuizQuestionInput>

/** A quiz as it is saved; one without an id is new. */
export const QuizInput = z.object({
  id: Id.optional(),
  title: line(200),
  /** How many times a student may answer; null without a limit. */
  attempts: z
    .number('Введите число')
    .int('Введите целое число')
    .min(1, 'Не меньше 1')
    .max(quizLimits.attempts)
    .nullable()
    .default(null),
  /** Each attempt has its own order of questions and options. */
  shuffle: z.boolean().default(false),
  /** The journal has a column for it: the best attempt of each student. */
  in_journal: z.boolean().default(false),
  questions: z.array(QuizQuestionInput).min(1, 'Добавьте хотя бы один вопрос').max(quizLimits.questions),
})
export type QuizInput = z.output<typeof QuizInput>

/**
 * A quiz that may have been saved before; `revision` is the one that the change is based on: 409 when it is another by
 * now.
 */
export const QuizChange = QuizInput.extend({ revision: z.number().int().min(0).optional() })
export type QuizChange = z.output<typeof QuizChange>

export const QuizzesInput = z.object({ quizzes: z.array(QuizChange).max(quizLimits.quizzes) })

const Text = z.object({ id: Id, text: z.string() })

const shown = {
  id: Id,
  text: z.string(),
  points: z.number(),
  /** For students only after they have answered the question. */
  explanation: z.string().optional(),
}
const shownOptions = z.array(Text.extend({ correct: z.boolean().optional() }))
const accepted = z.array(z.string())

/**
 * A question as it is read. Answers (`correct`, `accepted`, `value`, `tolerance`, `pairs`, `gaps`, the order of
 * `items`) are for staff alone; students get mixed items, and the sides of the pairs apart, each with ids of its own.
 */
export const QuizQuestion = z.discriminatedUnion('kind', [
  z.object({ ...shown, kind: z.literal('single'), options: shownOptions }),
  z.object({ ...shown, kind: z.literal('multiple'), options: shownOptions }),
  z.object({ ...shown, kind: z.literal('text'), accepted: accepted.optional() }),
  z.object({ ...shown, kind: z.literal('number'), value: z.number().optional(), tolerance: z.number().optional() }),
  z.object({ ...shown, kind: z.literal('order'), items: z.array(Text) }),
  z.object({
    ...shown,
    kind: z.literal('match'),
    pairs: z.array(z.object({ id: Id, left: z.string(), right: z.string() })).optional(),
    left: z.array(Text).optional(),
    right: z.array(Text).optional(),
  }),
  z.object({ ...shown, kind: z.literal('gaps'), gaps: z.array(z.object({ accepted })).optional() }),
])
export type QuizQuestion = z.infer<typeof QuizQuestion>

const maxAnswerLength = 1000
const words = z.string().max(maxAnswerLength, `Не длиннее ${maxAnswerLength} знаков`).transform(storable)
const partIds = z.array(Id).max(quizLimits.parts)
const idKey = z.string().regex(/^[1-9]\d{0,9}$/)

/**
 * The answer to one question: an option's id, or a number · a text · ids of options, or of items in their order · one
 * text for each gap · the right id by the left one. Null for no answer.
 */
export const AnswerValue = z
  .union([
    z.number(),
    words,
    partIds,
    z.array(words).max(quizLimits.parts),
    z.record(idKey, Id).refine((pairs) => Object.keys(pairs).length <= quizLimits.parts),
  ])
  .nullable()
export type AnswerValue = z.output<typeof AnswerValue>

const Answers = z.record(idKey, AnswerValue)

/** Max length of all texts of one attempt together: a student reads them again with each quiz. */
const maxAnswersLength = 100_000

const lengthOf = (value: AnswerValue) => (Array.isArray(value) ? value.join('') : `${value}`).length

/** Answers by the ids of their questions. */
export const QuizAnswers = few(Answers, quizLimits.questions * (quizLimits.parts + 1) + 1, 'Слишком много ответов')
  .refine((answers) => Object.keys(answers).length <= quizLimits.questions, 'Слишком много ответов')
  .refine(
    (answers) => Object.values(answers).reduce<number>((sum, value) => sum + lengthOf(value), 0) <= maxAnswersLength,
    'Ответы слишком длинные: сократите их',
  )
export type QuizAnswers = z.output<typeof QuizAnswers>

/** One try of a student, checked; an old one has neither answers nor questions. */
export const QuizAttempt = z.object({
  number: z.number().int(),
  points: z.number(),
  max_points: z.number(),
  answered_at: Moment,
  answers: Answers,
  questions: z.array(z.object({ id: Id, correct: z.boolean(), points: z.number(), explanation: z.string() })),
})
export type QuizAttempt = z.infer<typeof QuizAttempt>

export const Quiz = z.object({
  id: Id,
  title: z.string(),
  attempts: z.number().int().nullable(),
  shuffle: z.boolean(),
  /** Whether the best attempt counts in the journal. */
  in_journal: z.boolean(),
  /** Goes up with each change; for staff alone. */
  revision: z.number().int().optional(),
  questions: z.array(QuizQuestion),
  /** A student's own tries, the earliest first; absent for staff. */
  own_attempts: z.array(QuizAttempt).optional(),
})
export type Quiz = z.infer<typeof Quiz>

/** How students answered a question at their first try. */
const QuestionResult = z.object({
  id: Id,
  /** How many students were asked it. */
  students: z.number().int(),
  /** How many of them did not answer it right. */
  wrong: z.number().int(),
})

/** How a quiz was answered. */
export const QuizResults = z.object({
  students: z.number().int(),
  /** How many of them have passed it. */
  passed: z.number().int(),
  attempts: z.number().int(),
  /** Questions with the most wrong answers come first. */
  questions: z.array(QuestionResult),
})
export type QuizResults = z.infer<typeof QuizResults>
