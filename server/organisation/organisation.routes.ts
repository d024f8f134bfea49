import type { FastifyInstance } from 'fastify'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'

export const organisationRoutes = (app: FastifyInstance, { db }: Deps) => {
  const answer = async (number: number) => ({ page: found(await loadOrganisationPage(db, number)) })

  route(app, organisationApi.get, ({ params }) => answer(params.number))
}
