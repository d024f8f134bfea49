import { api } from '#contract/api.ts'
import { insertColumn } from '#server/journal/journal-columns.repo.ts'
import { periods } from '#server/journal/periods.table.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { submitted } = schoolTasks(app)

const columnOf = async (course_id: number) =>
  (await insertColumn(app.db, { course_id, name: 'Ответ у доски', held_on: '2026-09-01' })).id

/** A period of today, which every journal has. */
const currentPeriod = async () => {
  const day = new Date().toISOString().slice(0, 10)
  const values = { kind: 'year' as const, name: 'Год', from_day: day, to_day: '2099-12-31' }
  const [period] = await app.db.insert(periods).values(values).returning()
  return (period as { id: number }).id
}

testRights(app, api.journal, {
  get: ({ course }) => ({ params: { id: course.id } }),
  cohorts: ({ course }) => ({ params: { id: course.id } }),
  export: ({ course }) => ({ params: { id: course.id }, query: '?format=xlsx' }),
  setWeights: ({ course, assignment }) => ({
    params: { id: course.id },
    body: { weights: [{ assignment_id: assignment.id, weight: 2 }] },
  }),
  setCells: ({ course, assignment, student }) => ({
    params: { id: course.id },
    body: { cells: [{ assignment_id: assignment.id, student_id: student.id, score: 5, absent: false }] },
  }),
  addColumn: ({ course }) => ({
    params: { id: course.id },
    body: { name: 'Ответ у доски', held_on: '2026-09-01', max_score: 5 },
  }),
  changeColumn: async ({ course }) => ({ params: { id: await columnOf(course.id) }, body: { name: 'Диктант' } }),
  removeColumn: async ({ course }) => ({ params: { id: await columnOf(course.id) } }),
  periods: () => ({}),
  setPeriods: () => ({ body: { periods: [{ kind: 'year', name: 'Год', from: '2025-09-01', to: '2026-08-31' }] } }),
  setTotals: async ({ course, student }) => ({
    params: { id: course.id },
    body: { totals: [{ period_id: await currentPeriod(), student_id: student.id, score: 80 }] },
  }),
  setScore: async (school) => ({ ...(await submitted(school)), body: { score: 8.5 } }),
  scores: submitted,
  // the last: it closes the journal
  lockPeriod: async ({ course }) => ({
    params: { id: course.id, period_id: await currentPeriod() },
    body: { locked: true },
  }),
})
