import type { FastifyInstance } from 'fastify'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import {
  canApply,
  canDecideApplication,
  canSeeApplication,
  canWithdrawApplication,
} from '#contract/applications/applications.policy.ts'
import { applicationPageSize } from '#contract/applications/applications.schema.ts'
import { pageCount } from '#contract/http/fields.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type ApplicationRow, findApplication, listApplications } from '#server/applications/applications.repo.ts'
import { applyToProgram } from '#server/applications/apply.ts'
import { acceptApplication, declineApplication } from '#server/applications/decide-application.ts'
import { presentApplication } from '#server/applications/present-application.ts'
import { withdrawApplication } from '#server/applications/withdraw-application.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findProgram } from '#server/programs/programs.repo.ts'

const factsOf = ({ application, teacher_ids }: ApplicationRow) => ({ user_id: application.user_id, teacher_ids })

export const applicationsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findVisible = async (actor: Actor, id: number) =>
    found(await findApplication(db, id), (row) => canSeeApplication(actor, factsOf(row)))

  const findToDecide = async (actor: Actor, id: number) => {
    const row = await findVisible(actor, id)
    authorize(canDecideApplication(actor, factsOf(row)))
    return row
  }

  const bodyOf = async (id: number) => ({ application: presentApplication(found(await findApplication(db, id))) })

  route(app, applicationsApi.create, async ({ params, actor, body }) => {
    found(await findProgram(db, params.id))
    authorize(canApply(actor), `Заявки подают ${called('студенты')}. Преподавателя на курс назначает куратор.`)
    return bodyOf(await applyToProgram(db, actor, params.id, body().text))
  })

  route(app, applicationsApi.list, async ({ actor, query }) => {
    const { rows, total } = await listApplications(db, actor, query)
    return {
      applications: rows.map(presentApplication),
      page: query.page,
      pages: pageCount(total, applicationPageSize),
      total,
    }
  })

  route(app, applicationsApi.accept, async ({ params, actor }) => {
    await acceptApplication(db, actor, await findToDecide(actor, params.id))
    return bodyOf(params.id)
  })

  route(app, applicationsApi.decline, async ({ params, actor, body }) => {
    await declineApplication(db, actor, await findToDecide(actor, params.id), body().reason)
    return bodyOf(params.id)
  })

  route(app, applicationsApi.withdraw, async ({ params, actor }) => {
    const row = await findVisible(actor, params.id)
    authorize(canWithdrawApplication(actor, row.application))
    await withdrawApplication(db, row)
  })
}
