import type { FastifyInstance } from 'fastify'
import { siteApi } from '#contract/site/site.api.ts'
import { isAlive } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'

export const siteRoutes = (app: FastifyInstance, { db, renderer, isReady }: Deps) => {
  route(app, siteApi.health, async () => {
    if (!isReady() || !(await isAlive({ db }))) throw new Refusal('not-ready')
    return { status: 'ok' as const }
  })

  route(app, siteApi.assetsVersion, async () => renderer.assets)
}
