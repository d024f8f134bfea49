import type { FastifyInstance } from 'fastify'
import { familyApi } from '#contract/family/family.api.ts'
import type { Deps } from '#server/deps.ts'
import { endFamilyLinks, sendFamilyLinks, setParents, setWeeklyLetters } from '#server/family/change-links.ts'
import { addressOfLink, loadFamily } from '#server/family/load-family.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { listGuardians } from '#server/users/guardians.repo.ts'

export const familyRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, familyApi.get, async ({ params }) => ({
    family: await loadFamily(db, await addressOfLink(db, params.token)),
  }))

  route(app, familyApi.setWeekly, async ({ params, body }) => {
    const email = await addressOfLink(db, params.token)
    // first of all: refused for a link that leads to nobody any more
    const family = await loadFamily(db, email)
    const { weekly } = body()
    await setWeeklyLetters(db, email, weekly)
    return { family: { ...family, weekly } }
  })

  route(app, familyApi.parents, async ({ params, actor }) => {
    const child = found(await findVisibleUser(db, actor, params.id))
    return { parents: await listGuardians(db, child.id) }
  })

  route(app, familyApi.setParents, async ({ params, actor, body }) => {
    const child = found(await findVisibleUser(db, actor, params.id))
    await setParents(db, { actorId: actor.id, childId: child.id }, body().parents)
    return { parents: await listGuardians(db, child.id) }
  })

  route(app, familyApi.sendLink, async ({ params, actor }) => {
    const child = found(await findVisibleUser(db, actor, params.id))
    await sendFamilyLinks(db, { actorId: actor.id, childId: child.id })
  })

  route(app, familyApi.endLink, async ({ params, actor }) => {
    const child = found(await findVisibleUser(db, actor, params.id))
    await endFamilyLinks(db, { actorId: actor.id, childId: child.id })
  })
}
