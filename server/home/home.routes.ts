import type { FastifyInstance } from 'fastify'
import { homeApi } from '#contract/home/home.api.ts'
import type { Deps } from '#server/deps.ts'
import { homePage } from '#server/home/home.pages.ts'
import { loadHomePage } from '#server/home/load-home-page.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { programSources } from '#server/programs/program-sources.ts'
import { projectCardTags } from '#server/projects/project-sources.ts'

export const homeRoutes = (app: FastifyInstance, { db, read }: Deps) => {
  const readsFrom = () => programSources(db, 'site_settings:home', ...projectCardTags)
  servePage(app, 'main', homePage, { readsFrom })
  route(
    app,
    homeApi.get,
    async ({ setIncomplete }) => {
      const { home, isComplete } = await read(loadHomePage)
      if (!isComplete) setIncomplete()
      return { home }
    },
    { readsFrom },
  )
}
