import { api } from '#contract/api.ts'
import { insertQuestion } from '#server/questions/questions.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const withQuestion = async ({ lesson, student }: School) => {
  const created_at = new Date().toISOString()
  const { id } = await insertQuestion(app.db, { lesson_id: lesson.id, user_id: student.id, text: 'Зачем?', created_at })
  return { params: { id } }
}

testRights(app, api.questions, {
  list: ({ lesson }) => ({ params: { id: lesson.id } }),
  waiting: () => ({}),
  ask: ({ lesson }) => ({ params: { id: lesson.id }, body: { text: 'Почему 12 колонок?' } }),
  update: async (school) => ({ ...(await withQuestion(school)), body: { text: 'Почему не 12?' } }),
  remove: withQuestion,
  answer: async (school) => ({ ...(await withQuestion(school)), body: { text: 'Так удобнее делить.' } }),
})
