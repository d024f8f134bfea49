import { api } from '#contract/api.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { submitted, returned } = schoolTasks(app)

const ofLesson = ({ lesson }: School) => ({ params: { id: lesson.id } })

testRights(app, api.tasks, {
  list: () => ({}),
  ahead: () => ({}),
  get: submitted,
  ofLesson,
  start: ofLesson,
  saveDraft: async (school) => ({
    ...(await returned(school)),
    body: { content: '<p>Ещё правка.</p>', revision: 1 },
  }),
  submit: async (school) => ({
    ...(await returned(school)),
    headers: { 'idempotency-key': crypto.randomUUID() },
  }),
  withdraw: submitted,
  like: submitted,
  unlike: submitted,
  declineOffer: submitted,
  restoreOffer: submitted,
})
