import type { FastifyInstance } from 'fastify'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { sectionChecks } from '#server/organisation/section-check.ts'

export const selfCheckRoutes = (app: FastifyInstance, deps: Deps) => {
  const checks = sectionChecks(app, deps)

  route(app, organisationApi.check, () => checks.keep())

  route(app, organisationApi.checkAgain, () => checks.again())
}
