import type { FastifyInstance } from 'fastify'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { checkSection } from '#server/organisation/self-check.ts'
import { siteReader } from '#server/organisation/self-check-reader.ts'
import { loadSchool } from '#server/site/load-settings.ts'

export const selfCheckRoutes = (app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) => {
  route(app, organisationApi.check, async () => ({
    report: await checkSection(siteReader(app), config.publicUrl, await loadSchool(db)),
  }))
}
