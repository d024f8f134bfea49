import { api } from '#contract/api.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const ofQuiz = async ({ lesson }: School) => ({
  params: { id: (await buildQuizInText(app.db, { lesson_id: lesson.id })).id },
})

const quiz = { title: 'Тест', questions: [{ kind: 'text', text: 'Что?', accepted: ['то'] }] }

testRights(app, api.quizzes, {
  save: ({ lesson }) => ({ params: { id: lesson.id }, body: { quizzes: [quiz] } }),
  create: ({ lesson }) => ({ params: { id: lesson.id }, body: quiz }),
  update: async (school) => ({ ...(await ofQuiz(school)), body: quiz }),
  list: ({ lesson }) => ({ params: { id: lesson.id } }),
  answer: async (school) => ({
    ...(await ofQuiz(school)),
    body: { answers: {} },
    headers: { 'idempotency-key': crypto.randomUUID() },
  }),
  results: ofQuiz,
})
