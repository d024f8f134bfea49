import type { FastifyInstance } from 'fastify'
import { homeApi } from '#contract/home/home.api.ts'
import type { Deps } from '#server/deps.ts'
import { homePage } from '#server/home/home.pages.ts'
import { loadHomePage } from '#server/home/load-home-page.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'

export const homeRoutes = (app: FastifyInstance, { db }: Deps) => {
  servePage(app, 'main', homePage)
  route(app, homeApi.get, async () => ({ home: await loadHomePage(db) }))
}
