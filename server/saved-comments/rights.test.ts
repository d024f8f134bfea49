import { api } from '#contract/api.ts'
import { insertSavedComment } from '#server/saved-comments/saved-comments.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

/** A comment the teacher saved for the course. */
const saved = async ({ teacher, course }: School) => ({
  params: {
    id: await insertSavedComment(app.db, { user_id: teacher.id, course_id: course.id, text: 'Проверьте поля' }),
  },
})

testRights(app, api.savedComments, {
  list: () => ({}),
  create: ({ course }) => ({ body: { text: 'Проверьте поля', course_id: course.id } }),
  update: async (school) => ({ ...(await saved(school)), body: { text: 'Проверьте отступы' } }),
  remove: saved,
  use: saved,
})
