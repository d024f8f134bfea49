import { api } from '#contract/api.ts'
import { insertApplication } from '#server/applications/applications.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { db } = app

const ofStranger = async ({ course, stranger }: School) => ({
  params: { id: (await insertApplication(db, { course_id: course.id, user_id: stranger.id })).id },
})

testRights(app, api.applications, {
  create: async () => ({
    params: { id: (await buildCourse(db, { announced: true, enrolling: true })).id },
    body: { text: 'Хочу учиться' },
  }),
  list: () => ({}),
  accept: ofStranger,
  decline: async (school) => ({ ...(await ofStranger(school)), body: { reason: 'Группа набрана' } }),
  withdraw: ofStranger,
})
