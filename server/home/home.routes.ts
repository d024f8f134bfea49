import type { FastifyInstance } from 'fastify'
import { homeApi } from '#contract/home/home.api.ts'
import type { Deps } from '#server/deps.ts'
import { loadHomePage } from '#server/home/load-home-page.ts'
import { route } from '#server/http/route.ts'

export const homeRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, homeApi.get, async () => ({ home: await loadHomePage(db) }))
}
