import type { FastifyInstance } from 'fastify'
import { siteApi } from '#contract/site/site.api.ts'
import { isAlive } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { loadHome, loadSchool } from '#server/site/load-settings.ts'
import { mergeSettings } from '#server/site/site.repo.ts'

export const siteRoutes = (app: FastifyInstance, { db, renderer, isReady }: Deps) => {
  route(app, siteApi.health, async () => {
    if (!isReady() || !(await isAlive({ db }))) throw new Refusal('not-ready')
    return { status: 'ok' as const }
  })

  route(app, siteApi.assetsVersion, async () => renderer.assets)

  route(app, siteApi.school, async () => ({ school: await loadSchool(db) }))

  route(app, siteApi.changeSchool, async ({ actor, body }) => {
    await mergeSettings(db, 'school', body(), actor.id)
    return { school: await loadSchool(db) }
  })

  route(app, siteApi.home, async () => ({ home: await loadHome(db) }))

  route(app, siteApi.changeHome, async ({ actor, body }) => {
    await mergeSettings(db, 'home', body(), actor.id)
    return { home: await loadHome(db) }
  })
}
