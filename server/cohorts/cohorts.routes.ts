import type { FastifyInstance } from 'fastify'
import { shownCode } from '#contract/cohorts/class-codes.ts'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { canInviteToCohort, canManageCohorts, canSeeCohort } from '#contract/cohorts/cohorts.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { makeCode, withdrawCode } from '#server/cohorts/change-codes.ts'
import { changeCohort, createCohort, removeCohort } from '#server/cohorts/change-cohort.ts'
import { listCodes } from '#server/cohorts/cohort-codes.repo.ts'
import { findCohort } from '#server/cohorts/cohorts.repo.ts'
import { loadCohortProgress } from '#server/cohorts/load-progress.ts'
import { loadCohort, loadCohorts } from '#server/cohorts/present-cohort.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const cohortsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findCohort(db, id, actor), (cohort) => canSeeCohort(actor, cohort))

  const findManaged = async (actor: Actor, id: number) => {
    const { cohort } = await findVisible(actor, id)
    authorize(canManageCohorts(actor))
    return cohort
  }

  const bodyOf = async (actor: Actor, id: number) => ({
    cohort: await loadCohort(db, found(await findCohort(db, id, actor))),
  })

  route(app, cohortsApi.list, async ({ actor }) => ({ cohorts: await loadCohorts(db, actor) }))

  route(app, cohortsApi.get, async ({ params, actor }) => ({
    cohort: await loadCohort(db, await findVisible(actor, params.id)),
  }))

  route(app, cohortsApi.progress, async ({ params, actor }) => ({
    progress: await loadCohortProgress(db, await findVisible(actor, params.id)),
  }))

  route(app, cohortsApi.create, async ({ actor, body }) => {
    authorize(canManageCohorts(actor))
    return bodyOf(actor, await createCohort(db, actor, body()))
  })

  route(app, cohortsApi.update, async ({ params, actor, body }) => {
    const { id } = await findManaged(actor, params.id)
    await changeCohort(db, actor, id, body())
    return bodyOf(actor, id)
  })

  route(app, cohortsApi.remove, async ({ params, actor }) => {
    const { id } = await findManaged(actor, params.id)
    await removeCohort(db, actor, id)
  })

  const findInviting = async (actor: Actor, id: number) => {
    const cohort = await findVisible(actor, id)
    authorize(canInviteToCohort(actor, cohort))
    return cohort.cohort
  }

  const presentCode = ({ code, person }: Awaited<ReturnType<typeof listCodes>>[number]) => ({
    ...code,
    code: shownCode(code.code),
    user: person && presentPerson(person),
  })

  route(app, cohortsApi.codes, async ({ params, actor }) => {
    const { id } = await findInviting(actor, params.id)
    return { codes: (await listCodes(db, id)).map(presentCode) }
  })

  route(app, cohortsApi.createCode, async ({ params, actor, body }) => {
    const { id } = await findInviting(actor, params.id)
    const made = await makeCode(db, actor, id, body().days)
    return { code: presentCode(found((await listCodes(db, id)).find(({ code }) => code.id === made.id))) }
  })

  route(app, cohortsApi.withdrawCode, async ({ params, actor }) => {
    const { id } = await findInviting(actor, params.id)
    await withdrawCode(db, actor, id, params.code_id)
  })
}
