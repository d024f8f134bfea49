import { eq } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { daysAhead, schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { askExtension } from '#server/threads/extend-task.ts'

const app = await testApp()
const { db } = app
const { submitted, due } = schoolTasks(app)

testRights(app, api.threads, {
  comment: async (school) => ({ ...(await submitted(school)), body: { text: 'Вопрос' } }),
  settleQuestion: async (school) => {
    const { params } = await submitted(school)
    await db.update(tasks).set({ question_at: new Date().toISOString() }).where(eq(tasks.id, params.id))
    return { params }
  },
  askExtension: async (school) => ({ ...(await due(school)), body: { until: daysAhead(2) } }),
  refuseExtension: async (school) => {
    const { params } = await due(school)
    await askExtension(db, school.student.user, params.id, { until: daysAhead(2) })
    return { params }
  },
  extend: async (school) => ({ ...(await due(school)), body: { until: daysAhead(2) } }),
})
