import { expect, test } from 'vitest'
import type { QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'
import {
  answerLines,
  answerNumber,
  isWhole,
  readAnswerNumber,
  sentAnswers,
  shownNumber,
  type TypedAnswers,
} from '#web/quizzes/answer-values.ts'

const common = { text: 'Что?', points: 1 }
const parts = [
  { id: 1, text: 'А' },
  { id: 2, text: 'Б' },
]
const questions: QuizQuestion[] = [
  { ...common, id: 1, kind: 'single', options: parts },
  { ...common, id: 2, kind: 'multiple', options: parts },
  { ...common, id: 3, kind: 'text' },
  { ...common, id: 4, kind: 'number' },
  { ...common, id: 5, kind: 'order', items: parts },
  { ...common, id: 6, kind: 'match', left: parts, right: [{ id: 3, text: 'В' }] },
  { ...common, id: 7, kind: 'gaps', text: '[[1]] и [[2]]' },
]

test('what was chosen is sent as the server takes it, and nothing for what was not', () => {
  // items are in some order, which is an answer only once somebody has moved or confirmed them
  expect(sentAnswers(questions, {})).toEqual({})
  expect(sentAnswers(questions, { 2: [], 3: ' ', 4: 'три', 6: {}, 7: ['', ' '] })).toEqual({})
  expect(sentAnswers(questions, { 5: [1, 2] })).toEqual({ 5: [1, 2] })
  const typed = { 1: 2, 2: [2], 3: 'да ', 4: '−3,5', 5: [2], 6: { 1: 3 }, 7: ['раз'] }
  const sent = { ...typed, 3: 'да', 4: -3.5, 5: [2, 1], 7: ['раз', ''] }
  expect(sentAnswers(questions, typed)).toEqual(sent)
  expect(questions.map((question) => answerLines(question, sent[question.id as 1]))).toEqual([
    ['Б'],
    ['Б'],
    ['да'],
    ['-3,5'],
    ['1. Б', '2. А'],
    ['А — В', 'Б — …'],
    ['1. раз', '2. …'],
  ])
})

test('an answer is whole with all of its pairs, and words in all gaps', () => {
  const whole = (answers: TypedAnswers) => {
    const sent = sentAnswers(questions, answers)
    return questions.filter((question) => isWhole(question, sent[question.id])).map(({ id }) => id)
  }
  expect(whole({ 1: 2, 6: { 1: 3 }, 7: ['раз', ' '] })).toEqual([1])
  expect(whole({ 6: { 1: 3, 2: 3 }, 7: ['раз', 'два'] })).toEqual([6, 7])
})

test.each([
  ['3', 3],
  ['3,5', 3.5],
  ['1 000', 1000],
  ['-0.25', -0.25],
  ['3,', null],
  ['x', null],
  ['', null],
  ['1e5', null],
  ['1,6·10^-19', 1.6e-19],
  ['6.02 * 10^23', 6.02e23],
  ['−2х10^+3', -2000],
  ['1*10^999', null],
  ['10^5', null],
])('«%s» is %s', (typed, number) => expect(readAnswerNumber(typed)).toBe(number))

test('numbers as small as a charge are shown as they can be typed', () => {
  const values = [1.6e-19, 6.02e23, -2e-7, 0.25, 1000, 0.123456789012]
  expect(values.map((value) => readAnswerNumber(answerNumber(value)))).toEqual(values)
  expect(values.map(shownNumber)).toEqual([
    ...['1,6·10^-19', '6,02·10^23', '-2·10^-7', '0,25', '1\u00a0000', '0,123456789'],
  ])
})
