import { api } from '#contract/api.ts'
import { buildSection } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

testRights(app, api.courses, {
  list: () => ({}),
  get: ({ course }) => ({ params: { id: course.id } }),
  create: () => ({ body: { name: 'Новый курс' } }),
  update: ({ course }) => ({ params: { id: course.id }, body: { name: 'Другое имя' } }),
  copy: ({ course }) => ({ params: { id: course.id }, body: {} }),
  remove: ({ course }) => ({ params: { id: course.id } }),
  restore: ({ deleted }) => ({ params: { id: deleted.id } }),
  setStudents: ({ course, stranger }) => ({ params: { id: course.id }, body: { user_ids: [stranger.id] } }),
  setTeachers: ({ course, teacher, otherTeacher }) => ({
    params: { id: course.id },
    body: { user_ids: [teacher.id, otherTeacher.id] },
  }),
})

testRights(app, api.outline, {
  move: ({ course, lesson }) => ({
    params: { id: course.id },
    body: { kind: 'lesson', id: lesson.id, after_id: null },
  }),
  createSection: ({ course }) => ({ params: { id: course.id }, body: { name: 'Новый раздел' } }),
  updateSection: async ({ course }) => ({
    params: { id: (await buildSection(app.db, course.id, 'Раздел')).id },
    body: { name: 'Другое имя' },
  }),
  removeSection: async ({ course }) => ({ params: { id: (await buildSection(app.db, course.id, 'Раздел')).id } }),
})
