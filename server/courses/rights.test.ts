import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

testRights(await testApp(), api.courses, {
  list: () => ({}),
  get: ({ course }) => ({ params: { id: course.id } }),
  create: () => ({ body: { name: 'Новый курс' } }),
  update: ({ course }) => ({ params: { id: course.id }, body: { name: 'Другое имя' } }),
  remove: ({ course }) => ({ params: { id: course.id } }),
  restore: ({ deleted }) => ({ params: { id: deleted.id } }),
  setStudents: ({ course, stranger }) => ({ params: { id: course.id }, body: { user_ids: [stranger.id] } }),
  setTeachers: ({ course, teacher, otherTeacher }) => ({
    params: { id: course.id },
    body: { user_ids: [teacher.id, otherTeacher.id] },
  }),
})
