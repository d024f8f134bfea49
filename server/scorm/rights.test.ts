import { api } from '#contract/api.ts'
import { buildScormPackage } from '#server/scorm/scorm.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const ofPackage = async ({ lesson, teacher }: School) => ({
  params: { id: (await buildScormPackage(app.db, app.deps.files, { lesson_id: lesson.id, user_id: teacher.id })).id },
})

testRights(app, api.scorm, {
  list: ({ lesson }) => ({ params: { id: lesson.id } }),
  report: async (school) => ({
    ...(await ofPackage(school)),
    body: { item: 'I1', completed: true, passed: null, score: null, data: '{}' },
  }),
  results: ofPackage,
})
