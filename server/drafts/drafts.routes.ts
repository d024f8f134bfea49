import type { FastifyInstance } from 'fastify'
import { draftsApi } from '#contract/drafts/drafts.api.ts'
import type { Deps } from '#server/deps.ts'
import { keepDraft, loadDraft } from '#server/drafts/keep-draft.ts'
import { route } from '#server/http/route.ts'

export const draftsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, draftsApi.get, async ({ params, actor }) => ({ draft: await loadDraft(db, actor, params.key) }))

  route(app, draftsApi.save, async ({ params, actor, body }) => ({
    draft: await keepDraft(db, actor, params.key, body()),
  }))
}
