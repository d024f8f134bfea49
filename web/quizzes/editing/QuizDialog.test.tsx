// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { dialogs, draw, endDrawn, press, respond, tryToClose, untilSent } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import QuizDialog from '#web/quizzes/editing/QuizDialog.tsx'
import type { QuizForm } from '#web/quizzes/editing/quiz-form.ts'

// how the questions are written is not what this is about
vi.mock('#web/quizzes/editing/QuizFields.tsx', () => ({
  QuizFields: ({ form }: { form: QuizForm }) => form.errors.title,
}))

const option = (id: number, correct: boolean) => ({ id, text: `Ответ ${id}`, correct })
const quiz = {
  id: 7,
  lesson_id: 3,
  title: 'Сетки',
  attempts: null,
  shuffle: false,
  in_journal: false,
  revision: 1,
  questions: [
    {
      id: 1,
      kind: 'single',
      text: 'Сколько колонок?',
      points: 1,
      explanation: '',
      options: [option(1, true), option(2, false)],
    },
  ],
}

beforeEach(() =>
  act(() => startSession({ user: { id: 5, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' })),
)
afterEach(async () => {
  await act(() => endSession())
  await endDrawn()
})

test('a quiz that is refused says why, though somebody tried to close the dialog', async () => {
  await draw((close) => <QuizDialog lessonId={3} quizId={7} onSave={close} onClose={close} />, {
    'GET /api/lessons/3/quizzes': { quizzes: [quiz] },
    'GET /api/drafts/quiz%3A3%3A7': { draft: { value: null, revision: 0, saved_at: null } },
  })
  await press('Сохранить тест')
  await untilSent('PUT /api/quizzes/7')
  await tryToClose('Закрыть')
  await respond('PUT /api/quizzes/7', { errors: { title: ['Слишком длинное'] } }, 422)
  expect(dialogs()).toEqual(['Тест'])
  expect(document.body.textContent).toContain('Слишком длинное')
})
