import { expect, test } from 'vitest'
import type { Quiz } from '#contract/quizzes/quizzes.schema.ts'
import { emptyQuiz, newQuestion, quizBody, quizKind, quizValues } from '#web/quizzes/editing/quiz-form.ts'

const common = { text: 'Что?', points: 1.5, explanation: 'Потому' }
const quiz: Quiz = {
  id: 1,
  title: 'Тест',
  attempts: null,
  shuffle: true,
  in_journal: true,
  questions: [
    {
      ...common,
      id: 1,
      kind: 'single',
      options: [
        { id: 10, text: 'А', correct: true },
        { id: 11, text: 'Б', correct: false },
      ],
    },
    {
      ...common,
      id: 2,
      kind: 'multiple',
      options: [
        { id: 20, text: 'А', correct: true },
        { id: 21, text: 'Б', correct: true },
      ],
    },
    { ...common, id: 3, kind: 'text', accepted: ['сетка', 'grid'] },
    { ...common, id: 4, kind: 'number', value: -3.25, tolerance: 0.5 },
    {
      ...common,
      id: 5,
      kind: 'order',
      items: [
        { id: 50, text: 'Раз' },
        { id: 51, text: 'Два' },
      ],
    },
    {
      ...common,
      id: 6,
      kind: 'match',
      pairs: [
        { id: 60, left: 'а', right: 'б' },
        { id: 61, left: 'в', right: 'г' },
      ],
    },
    {
      ...common,
      id: 7,
      kind: 'gaps',
      text: '[[1]] и [[2]]',
      gaps: [{ accepted: ['да'] }, { accepted: ['нет', 'не'] }],
    },
  ],
}

test('a saved quiz comes back from its form as it was', () => {
  const values = quizValues(quiz)
  const { id: _, ...saved } = quiz
  expect(quizBody(values)).toEqual(saved)
  expect(quizKind.check?.(values)).toEqual({})
  expect(quizKind.read(JSON.parse(JSON.stringify(values)))).toEqual(values)
  expect(quizKind.read({ title: 'Тест' })).toBeNull()
})

test('gaps are numbered as they come, with their answers', () => {
  const question = {
    ...newQuestion('gaps'),
    text: '[[3]] и [[1]]',
    gaps: ['а', 'б', 'в\n\nВ '].map((accepted) => ({ accepted })),
  }
  expect(quizBody({ ...emptyQuiz, questions: [question] }).questions).toMatchObject([
    { text: '[[1]] и [[2]]', gaps: [{ accepted: ['в', 'В'] }, { accepted: ['а'] }] },
  ])
})

test('what is wrong is shown at its field', () => {
  const question = newQuestion('single')
  const questions = [
    { ...question, options: question.options.map((option) => ({ ...option, text: 'А', correct: false })) },
    { ...newQuestion('number'), text: 'Сколько?', value: 'три', points: '' as const },
    { ...newQuestion('gaps'), text: 'Один [[1]]' },
    { ...newQuestion('text'), text: 'Что?', accepted: `да\n${'н'.repeat(301)}` },
  ]
  expect(Object.keys(quizKind.check?.({ ...emptyQuiz, title: ' ', questions }) ?? {})).toEqual([
    'title',
    'questions.0.text',
    'questions.0.options',
    'questions.1.points',
    'questions.1.value',
    'questions.2.gaps.0.accepted',
    'questions.3.accepted',
  ])
})
