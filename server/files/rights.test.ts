import { api } from '#contract/api.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { file } = schoolTasks(app)

testRights(app, api.files, {
  get: file,
  setPlace: async (school) => ({ ...(await file(school)), body: { seconds: 12.5 } }),
})
