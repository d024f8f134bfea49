import type { FastifyInstance } from 'fastify'
import { documentsApi } from '#contract/documents/documents.api.ts'
import type { Deps } from '#server/deps.ts'
import { loadDocument } from '#server/documents/load-document.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'

export const documentsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, documentsApi.get, async ({ params }) => ({ document: found(await loadDocument(db, params.slug)) }))
}
