import type { FastifyInstance } from 'fastify'
import { documentsApi } from '#contract/documents/documents.api.ts'
import { curates } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { documentPage } from '#server/documents/documents.pages.ts'
import { listDocumentVersions } from '#server/documents/documents.repo.ts'
import { loadDocument } from '#server/documents/load-document.ts'
import { publishDocument } from '#server/documents/publish-document.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'

export const documentsRoutes = (app: FastifyInstance, { db }: Deps) => {
  servePage(app, 'documents.show', documentPage)
  route(app, documentsApi.get, async ({ params }) => ({ document: found(await loadDocument(db, params.slug)) }))

  route(app, documentsApi.versions, async ({ params, actor }) => ({
    versions: (await listDocumentVersions(db, params.slug)).map(({ version, published_at, publisher }) => ({
      version,
      published_at,
      ...(publisher && curates(actor, 'all') ? { published_by: publisher } : {}),
    })),
  }))

  route(app, documentsApi.version, async ({ params }) => ({
    document: found(await loadDocument(db, params.slug, params.version)),
  }))

  route(app, documentsApi.publish, async ({ params, actor, body }) => {
    await publishDocument(db, actor.id, params.slug, body())
    return { document: found(await loadDocument(db, params.slug)) }
  })
}
