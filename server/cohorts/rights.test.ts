import { api } from '#contract/api.ts'
import { makeCode } from '#server/cohorts/change-codes.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const ledByTeacher = async ({ course, student, stranger, teacher, curator }: School) => {
  const by = { id: curator.id, role: 'curator' } as const
  const people = { leaders: [teacher.id], students: [student.id, stranger.id] }
  return { params: { id: await buildCohort(app.db, { by, ...people, courses: [course.id] }) } }
}

testRights(app, api.cohorts, {
  list: () => ({}),
  get: ledByTeacher,
  progress: ledByTeacher,
  create: ({ course, student }) => ({ body: { name: '9 «А»', student_ids: [student.id], course_ids: [course.id] } }),
  update: async (school) => ({ ...(await ledByTeacher(school)), body: { name: '10 «А»', student_ids: [] } }),
  remove: ledByTeacher,
  codes: ledByTeacher,
  createCode: ledByTeacher,
  withdrawCode: async (school) => {
    const { params } = await ledByTeacher(school)
    const { id: code_id } = await makeCode(app.db, { id: school.teacher.id, role: 'teacher' }, params.id, 1)
    return { params: { ...params, code_id } }
  },
})
