import type { FastifyInstance } from 'fastify'
import { handoversApi } from '#contract/handovers/handovers.api.ts'
import { canHandOver } from '#contract/handovers/handovers.policy.ts'
import type { Deps } from '#server/deps.ts'
import { endHandoverOf } from '#server/handovers/give-back.ts'
import { handOver, movedOf } from '#server/handovers/hand-over.ts'
import { countHeld, findHandover, listHandovers } from '#server/handovers/handovers.repo.ts'
import type { HandoverRecord } from '#server/handovers/handovers.table.ts'
import { presentHandovers } from '#server/handovers/present-handover.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findUser } from '#server/users/users.repo.ts'

const onlyAll = 'Дела кураторов передают кураторы со всеми правами.'

const nothing = { courses: 0, tasks: 0, cohorts: 0 }

export const handoversRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findPerson = async (id: number) => found(await findUser(db, id), ({ erased_at }) => erased_at === null)
  const present = async (row: HandoverRecord) => found((await presentHandovers(db, [row]))[0])

  route(app, handoversApi.create, async ({ params, actor, body }) => {
    const user = await findPerson(params.id)
    authorize(canHandOver(actor, user), onlyAll)
    const handover = await handOver(db, actor, user, body())
    return handover
      ? { moved: movedOf(handover.handed), handover: await present(handover) }
      : { moved: nothing, handover: null }
  })

  route(app, handoversApi.list, async ({ params, query }) => {
    const { id } = await findPerson(params.id)
    const [holds, rows] = await Promise.all([countHeld(db, id, query.to), listHandovers(db, id)])
    return { holds, handovers: await presentHandovers(db, rows) }
  })

  route(app, handoversApi.undo, async ({ params, actor }) => {
    const { user_id } = found(await findHandover(db, params.id))
    authorize(canHandOver(actor, found(await findUser(db, user_id))), onlyAll)
    const handover = await db.transaction((tx) => endHandoverOf(tx, actor, params.id))
    return { handover: await present(handover) }
  })
}
