import type { FastifyInstance } from 'fastify'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { familyApi } from '#contract/family/family.api.ts'
import { type Actor, canManageUser } from '#contract/users/users.policy.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { endFamilyLinks, sendFamilyLinks, setParents, setWeeklyLetters } from '#server/family/change-links.ts'
import { addressOfLink, loadFamily, loadStudies } from '#server/family/load-family.ts'
import { networkOf } from '#server/http/network.ts'
import { authorize, found } from '#server/http/refusal.ts'
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

  route(app, familyApi.renewLink, async ({ body, request }) => {
    const { email } = body()
    await count(
      db,
      { key: `family-letter:${email}`, limit: authLimits.familyLettersPerAddress },
      { key: `family-letter:${networkOf(request.ip)}`, limit: authLimits.familyLettersPerNetwork },
    )
    // whose address it is comes out when the letter is sent, so that neither the response nor its time reveals it
    await addEffect(db, 'family-letter', { email, renewed: true })
    return { message: 'Если у этой почты есть страница для родителей, письмо с новой ссылкой уже в пути.' }
  })

  /** Letters of somebody without an address go to their parents, the links that open the account, too. */
  const findChild = async (actor: Actor, id: number) => {
    const child = found(await findVisibleUser(db, actor, id))
    authorize(canManageUser(actor, child))
    return child
  }

  route(app, familyApi.studies, async ({ params, actor }) => ({
    studies: await loadStudies(db, found(await findVisibleUser(db, actor, params.id))),
  }))

  route(app, familyApi.parents, async ({ params, actor }) => {
    const child = await findChild(actor, params.id)
    return { parents: await listGuardians(db, child.id) }
  })

  route(app, familyApi.setParents, async ({ params, actor, body }) => {
    const child = await findChild(actor, params.id)
    await setParents(db, { actorId: actor.id, childId: child.id }, body().parents)
    return { parents: await listGuardians(db, child.id) }
  })

  route(app, familyApi.sendLink, async ({ params, actor }) => {
    const child = await findChild(actor, params.id)
    await sendFamilyLinks(db, { actorId: actor.id, childId: child.id })
  })

  route(app, familyApi.endLink, async ({ params, actor }) => {
    const child = await findChild(actor, params.id)
    await endFamilyLinks(db, { actorId: actor.id, childId: child.id })
  })
}
