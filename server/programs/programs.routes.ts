import type { FastifyInstance } from 'fastify'
import { programsApi } from '#contract/programs/programs.api.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { loadProgram } from '#server/programs/load-program.ts'
import { programSources } from '#server/programs/program-sources.ts'
import { programPage } from '#server/programs/programs.pages.ts'

export const programsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const readsFrom = () => programSources(db, 'files', 'file_uses:announcement')
  servePage(app, 'programs.show', programPage, { readsFrom })
  route(app, programsApi.get, async ({ params }) => ({ program: found(await loadProgram(db, params.id)) }), {
    readsFrom,
  })
}
