import { api } from '#contract/api.ts'
import { actOnMany } from '#server/reviews/act-on-many.ts'
import { reviewTask } from '#server/reviews/review-task.ts'
import { listOpenRemarks } from '#server/reviews/reviews.repo.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { db } = app
const { submitted, returned } = schoolTasks(app)

testRights(app, api.reviews, {
  lease: submitted,
  release: submitted,
  review: async (school) => ({ ...(await submitted(school)), body: { attempt: 1, verdict: 'accepted' } }),
  undo: async (school) => {
    const { params } = await submitted(school)
    await reviewTask(db, school.teacher.user, params.id, { attempt: 1, verdict: 'accepted' })
    return { params }
  },
  reopen: async (school) => ({ ...(await returned(school)), body: { reason: 'Посмотрю ещё раз' } }),
  excuse: async (school) => ({ ...(await submitted(school)), body: { reason: 'Перевод из другой школы' } }),
  answerRemark: async (school) => {
    const { id } = (await returned(school)).params
    const [remark] = await listOpenRemarks(db, id)
    return { params: { id, remark_id: remark?.id ?? 0 }, body: { fixed: true } }
  },
  bulk: async (school) => ({
    body: { act: { action: 'accept' }, tasks: [{ id: (await submitted(school)).params.id }] },
  }),
  undoBulk: async (school) => {
    const { id } = (await submitted(school)).params
    const batch = await actOnMany(db, school.teacher.user, { act: { action: 'accept' }, tasks: [{ id }] })
    return { params: { id: batch.batch_id } }
  },
  assign: async (school) => ({
    body: { task_ids: [(await submitted(school)).params.id], user_id: school.teacher.id },
  }),
  reviewers: ({ course }) => ({ params: { id: course.id } }),
  shareOut: async (school) => {
    await submitted(school)
    return { params: { id: school.course.id } }
  },
})
