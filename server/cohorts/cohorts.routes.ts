import type { FastifyInstance } from 'fastify'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { canManageCohorts, canSeeCohort } from '#contract/cohorts/cohorts.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { changeCohort, createCohort, removeCohort } from '#server/cohorts/change-cohort.ts'
import { findCohort } from '#server/cohorts/cohorts.repo.ts'
import { loadCohortProgress } from '#server/cohorts/load-progress.ts'
import { loadCohort, loadCohorts } from '#server/cohorts/present-cohort.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'

export const cohortsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findCohort(db, id), (cohort) => canSeeCohort(actor, cohort))

  const findManaged = async (actor: Actor, id: number) => {
    const { cohort } = await findVisible(actor, id)
    authorize(canManageCohorts(actor))
    return cohort
  }

  const bodyOf = async (id: number) => ({ cohort: await loadCohort(db, found(await findCohort(db, id))) })

  route(app, cohortsApi.list, async ({ actor }) => ({ cohorts: await loadCohorts(db, actor) }))

  route(app, cohortsApi.get, async ({ params, actor }) => ({
    cohort: await loadCohort(db, await findVisible(actor, params.id)),
  }))

  route(app, cohortsApi.progress, async ({ params, actor }) => ({
    progress: await loadCohortProgress(db, await findVisible(actor, params.id)),
  }))

  route(app, cohortsApi.create, async ({ actor, body }) => {
    authorize(canManageCohorts(actor))
    return bodyOf(await createCohort(db, actor, body()))
  })

  route(app, cohortsApi.update, async ({ params, actor, body }) => {
    const { id } = await findManaged(actor, params.id)
    await changeCohort(db, actor, id, body())
    return bodyOf(id)
  })

  route(app, cohortsApi.remove, async ({ params, actor }) => {
    const { id } = await findManaged(actor, params.id)
    await removeCohort(db, actor, id)
  })
}
