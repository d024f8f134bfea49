import { api } from '#contract/api.ts'
import { insertVersion } from '#server/lessons/lesson-versions.repo.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const withVersion = async ({ lesson, teacher }: School) => {
  const texts = { name: lesson.name, content: lesson.content, assignment_text: null }
  const created_at = new Date().toISOString()
  const version = await insertVersion(app.db, { ...texts, lesson_id: lesson.id, user_id: teacher.id, created_at })
  return { params: { id: lesson.id, version } }
}

testRights(app, api.lessonVersions, {
  list: ({ lesson }) => ({ params: { id: lesson.id } }),
  get: withVersion,
  restore: withVersion,
})

testRights(app, api.lessons, {
  get: ({ lesson }) => ({ params: { id: lesson.id } }),
  create: ({ course }) => ({ body: { course_id: course.id, name: 'Новый урок' } }),
  update: ({ lesson }) => ({ params: { id: lesson.id }, body: { name: 'Другое имя' } }),
  remove: ({ lesson }) => ({ params: { id: lesson.id } }),
  markRead: ({ lesson }) => ({ params: { id: lesson.id } }),
  markUnread: ({ lesson }) => ({ params: { id: lesson.id } }),
  bulk: ({ lesson }) => ({ body: { ids: [lesson.id], act: 'unpublish' } }),
  bin: ({ course }) => ({ params: { id: course.id } }),
  restore: async ({ lesson }) => {
    await updateLesson(app.db, lesson.id, { deleted_at: new Date().toISOString() })
    return { params: { id: lesson.id } }
  },
})
