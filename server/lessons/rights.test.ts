import { api } from '#contract/api.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

testRights(app, api.lessons, {
  get: ({ lesson }) => ({ params: { id: lesson.id } }),
  create: ({ course }) => ({ body: { course_id: course.id, name: 'Новый урок' } }),
  update: ({ lesson }) => ({ params: { id: lesson.id }, body: { name: 'Другое имя' } }),
  remove: ({ lesson }) => ({ params: { id: lesson.id } }),
  bin: ({ course }) => ({ params: { id: course.id } }),
  restore: async ({ lesson }) => {
    await updateLesson(app.db, lesson.id, { deleted_at: new Date().toISOString() })
    return { params: { id: lesson.id } }
  },
})
