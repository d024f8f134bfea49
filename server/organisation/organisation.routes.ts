import type { FastifyInstance } from 'fastify'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'
import { saveOrganisationText } from '#server/organisation/organisation.repo.ts'

export const organisationRoutes = (app: FastifyInstance, { db }: Deps) => {
  const answer = async (number: number) => ({ page: found(await loadOrganisationPage(db, number)) })

  route(app, organisationApi.get, ({ params }) => answer(params.number))

  route(app, organisationApi.update, async ({ params, body, actor }) => {
    const { content } = body()
    await saveOrganisationText(db, { number: params.number, content: cleanHtml(content), updated_by: actor.id })
    return answer(params.number)
  })
}
