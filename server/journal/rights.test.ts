import { api } from '#contract/api.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { submitted } = schoolTasks(app)

testRights(app, api.journal, {
  get: ({ course }) => ({ params: { id: course.id } }),
  export: ({ course }) => ({ params: { id: course.id }, query: '?format=xlsx' }),
  setWeights: ({ course, assignment }) => ({
    params: { id: course.id },
    body: { weights: [{ assignment_id: assignment.id, weight: 2 }] },
  }),
  setCells: ({ course, assignment, student }) => ({
    params: { id: course.id },
    body: { cells: [{ assignment_id: assignment.id, student_id: student.id, score: 5, absent: false }] },
  }),
  setScore: async (school) => ({ ...(await submitted(school)), body: { score: 8.5 } }),
  scores: submitted,
})
