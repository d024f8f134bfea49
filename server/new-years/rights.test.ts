import { api } from '#contract/api.ts'
import { applyNewYear } from '#server/new-years/apply-new-year.ts'
import { insertNewYear } from '#server/new-years/new-years.repo.ts'
import { changesOf } from '#server/new-years/plan-new-year.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const planOf = ({ course }: School) => ({
  shift_days: 364,
  starts_on: null,
  ends_on: null,
  cohorts: [],
  courses: [{ id: course.id, act: 'archive' as const }],
})

const planned = async (school: School) => {
  const plan = planOf(school)
  const { id } = await insertNewYear(app.db, { plan, changes: await changesOf(app.db, plan) })
  return { params: { id } }
}

testRights(app, api.newYears, {
  list: () => ({}),
  plan: (school) => ({ body: planOf(school) }),
  apply: planned,
  undo: async (school) => {
    const { params } = await planned(school)
    await applyNewYear(app, { id: school.curator.id, role: 'curator' }, params.id)
    return { params }
  },
})
