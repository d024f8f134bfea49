import type { FastifyInstance } from 'fastify'
import { newYearsApi } from '#contract/new-years/new-years.api.ts'
import type { NewYear } from '#contract/new-years/new-years.schema.ts'
import { listPeople } from '#server/cohorts/cohorts.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { applyNewYear } from '#server/new-years/apply-new-year.ts'
import { findLastNewYear, findNewYear, insertNewYear } from '#server/new-years/new-years.repo.ts'
import type { NewYearRecord } from '#server/new-years/new-years.table.ts'
import { changesOf, proposeNewYear } from '#server/new-years/plan-new-year.ts'
import { undoNewYear } from '#server/new-years/undo-new-year.ts'
import { presentPerson } from '#server/users/present-person.ts'

const byName = (a: { surname: string; name: string }, b: { surname: string; name: string }) =>
  `${a.surname} ${a.name}`.localeCompare(`${b.surname} ${b.name}`, 'ru')

const present = async (db: Db, { plan, changes, ...row }: NewYearRecord): Promise<NewYear> => ({
  id: row.id,
  status: row.status,
  created_at: row.created_at,
  applied_at: row.applied_at,
  undone_at: row.undone_at,
  shift_days: plan.shift_days,
  starts_on: plan.starts_on ?? null,
  ends_on: plan.ends_on ?? null,
  cohorts: changes.cohorts,
  courses: changes.courses,
  leavers: (await listPeople(db, changes.leaver_ids)).map(presentPerson).toSorted(byName),
})

export const newYearsRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  route(app, newYearsApi.list, async () => {
    const [proposal, last] = await Promise.all([proposeNewYear(db), findLastNewYear(db)])
    return { proposal, last: last && (await present(db, last)) }
  })

  route(app, newYearsApi.plan, async ({ body }) => {
    const plan = body()
    const row = await db.transaction(async (tx) => insertNewYear(tx, { plan, changes: await changesOf(tx, plan) }))
    return { new_year: await present(db, row) }
  })

  route(app, newYearsApi.apply, async ({ params, actor }) => {
    found(await findNewYear(db, params.id))
    return { new_year: await present(db, await applyNewYear(deps, actor, params.id)) }
  })

  route(app, newYearsApi.undo, async ({ params, actor }) => {
    found(await findNewYear(db, params.id))
    return { new_year: await present(db, await undoNewYear(db, actor, params.id)) }
  })
}
