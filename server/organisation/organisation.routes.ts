import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { sheetOfBlock } from '#server/organisation/block-sheet.ts'
import { discardDraft, publishPage, restoreVersion, saveDraft } from '#server/organisation/change-page.ts'
import { listDocumentsToRenew } from '#server/organisation/document-terms.ts'
import { loadDraft, loadOverview } from '#server/organisation/load-draft.ts'
import { loadOrganisationPage, loadOrganisationVersion } from '#server/organisation/load-organisation-page.ts'
import { contentsPage, organisationPage } from '#server/organisation/organisation.pages.ts'
import { listOrganisationVersions } from '#server/organisation/organisation.repo.ts'
import { findDocumentWithFiles, listDocuments } from '#server/organisation/organisation-documents.repo.ts'
import { organisationSources } from '#server/organisation/organisation-sources.ts'
import { presentDocument } from '#server/organisation/present-document.ts'
import {
  addDocument,
  archiveDocument,
  changeDocument,
  replaceDocument,
  restoreDocument,
} from '#server/organisation/save-document.ts'
import { sheetOfTextTable } from '#server/organisation/text-sheet.ts'

const presentVersion = ({
  id,
  published_at,
  publisher,
}: {
  id: number
  published_at: string
  publisher: { name: string; surname: string } | null
}) => ({ id, published_at, published_by: publisher && fullName(publisher) })

export const organisationRoutes = (app: FastifyInstance, { db, read, config }: Deps) => {
  const readsFrom = () => organisationSources(db)
  servePage(app, 'organisation', contentsPage, { readsFrom })
  servePage(app, 'sveden', contentsPage, { readsFrom })
  for (const { number, slug } of organisationPages) {
    servePage(app, `organisation.page${number}`, organisationPage(number), { readsFrom })
    servePage(app, `sveden.${slug}`, organisationPage(number), { readsFrom })
  }
  const page = async (number: number) => found(await read((db) => loadOrganisationPage(db, number)))
  const draft = async (number: number) => ({ draft: found(await loadDraft(db, number)) })
  const document = async (id: number) => ({ document: presentDocument(found(await findDocumentWithFiles(db, id))) })

  route(app, organisationApi.get, async ({ params }) => ({ page: await page(params.number) }), { readsFrom })

  route(app, organisationApi.table, async ({ params, reply }) => {
    const shown = await page(params.number)
    const { title, sheet } = found(
      sheetOfTextTable(shown, params.block) ?? sheetOfBlock(shown, params.block, config.publicUrl),
    )
    // a title may end with «тыс. руб.»
    const name = title.replaceAll('/', ' ').replace(/\.+$/, '')
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': disposition(`${name}.csv`),
      })
      .send(Buffer.from(writeCsv(sheet)))
  })

  route(app, organisationApi.overview, async () => ({ pages: await loadOverview(db) }))

  route(app, organisationApi.draft, ({ params }) => draft(params.number))

  route(app, organisationApi.saveDraft, async ({ params, actor, body }) => {
    await saveDraft(db, actor, params.number, body())
    return draft(params.number)
  })

  route(app, organisationApi.discardDraft, async ({ params, query }) => {
    await discardDraft(db, params.number, query.revision)
    return draft(params.number)
  })

  route(app, organisationApi.publish, async ({ params, actor, body }) => {
    await publishPage(db, actor, params.number, body().revision)
    return draft(params.number)
  })

  route(app, organisationApi.versions, async ({ params }) => ({
    versions: (await listOrganisationVersions(db, params.number)).map(presentVersion),
  }))

  route(app, organisationApi.version, async ({ params }) => {
    const { version, publisher, page } = found(await loadOrganisationVersion(db, params.number, params.id))
    return { version: presentVersion({ ...version, publisher }), page }
  })

  route(app, organisationApi.restore, async ({ params, query, actor }) => {
    await restoreVersion(db, actor, params, query.revision)
    return draft(params.number)
  })

  route(app, organisationApi.documents, async () => ({ documents: (await listDocuments(db)).map(presentDocument) }))

  route(app, organisationApi.documentsToRenew, async () => ({
    documents: (await listDocumentsToRenew(db)).map(({ id, title, valid_until }) => ({ id, title, valid_until })),
  }))

  route(app, organisationApi.createDocument, async ({ actor, body }) => document(await addDocument(db, actor, body())))

  route(app, organisationApi.updateDocument, async ({ params, actor, body }) => {
    found(await findDocumentWithFiles(db, params.id))
    await changeDocument(db, actor, params.id, body())
    return document(params.id)
  })

  route(app, organisationApi.replaceDocument, async ({ params, actor, body }) => {
    found(await findDocumentWithFiles(db, params.id))
    return document(await replaceDocument(db, actor, params.id, body()))
  })

  route(app, organisationApi.archiveDocument, ({ params, actor }) => archiveDocument(db, actor, params.id))

  route(app, organisationApi.restoreDocument, async ({ params, actor }) => {
    await restoreDocument(db, actor, params.id)
    return document(params.id)
  })
}
