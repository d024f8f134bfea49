import { expect, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { DocumentInput } from '#contract/organisation/organisation.api.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { publishPage, saveDraft } from '#server/organisation/change-page.ts'
import { loadMadeContents } from '#server/organisation/made-content.ts'
import { listOrganisationVersions, lockOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { findDocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'
import { addDocument, archiveDocument } from '#server/organisation/save-document.ts'
import { findSectionCheck } from '#server/organisation/section-check.repo.ts'
import { signContent } from '#server/organisation/sign-made-document.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const app = await testApp()
const { db, config, files } = app.deps

const number = 1
const params = { number }

const draft = async () => {
  const { draft_revision } = await lockOrganisationRecord(db, number)
  return { content: { ...emptyContent, before: `<p>${crypto.randomUUID()}</p>` }, revision: draft_revision }
}
const savedDraft = async ({ curator }: School) => {
  const { content, revision } = await draft()
  await saveDraft(db, curator.user, number, { content, revision })
  return revision + 1
}
/** A version that is no longer published, so that it can be restored. */
const version = async (school: School) => {
  for (const _ of ['this one', 'the next one']) {
    await publishPage(db, school.curator.user, number, await savedDraft(school))
  }
  const [, earlier] = await listOrganisationVersions(db, number)
  return { params: { number, id: earlier?.id ?? 0 } }
}
const input = async ({ curator }: School) => {
  const file = await addFile(db, curator.user.id, { name: 'Устав.pdf', type: 'application/pdf', width: null })
  return { title: 'Устав', file_id: file.id }
}
const document = async (school: School) => ({
  params: { id: await addDocument(db, school.curator.user, DocumentInput.parse(await input(school))) },
})

const signature = async ({ curator }: School) => {
  const signer = { ...curator.user, name: 'Ольга', surname: 'Ветрова' }
  const content = (await loadMadeContents(db, config)).of('prices')
  const id = await signContent({ db, config, files }, signer, 'prices', content, { post: 'директор', rules: '' })
  const row = await findDocumentWithFiles(db, id)
  return { params: { number: row?.document.signature_number ?? '' } }
}

/** Waits for the end of a background check of the section, whose writes are no change by another call. */
const endOfCheck = () =>
  vi.waitFor(async () => expect((await findSectionCheck(db))?.state ?? 'ready').not.toBe('running'), {
    timeout: 55_000,
    interval: 100,
  })

testRights(
  app,
  api.organisation,
  {
    get: () => ({ params }),
    table: () => ({ params: { number, block: 'uchredLaw' } }),
    overview: () => ({}),
    draft: () => ({ params }),
    saveDraft: async () => ({ params, body: await draft() }),
    discardDraft: async (school) => {
      await savedDraft(school)
      return { params }
    },
    publish: async (school) => ({ params, body: { revision: await savedDraft(school) } }),
    versions: () => ({ params }),
    version,
    restore: version,
    documents: () => ({}),
    documentsToRenew: () => ({}),
    createDocument: async (school) => ({ body: await input(school) }),
    updateDocument: async (school) => ({ ...(await document(school)), body: { title: 'Новый устав' } }),
    replaceDocument: async (school) => ({ ...(await document(school)), body: await input(school) }),
    archiveDocument: document,
    restoreDocument: async (school) => {
      const { params } = await document(school)
      await archiveDocument(db, school.curator.user, params.id)
      return { params }
    },
    check: () => ({}),
    checkAgain: () => ({}),
  },
  endOfCheck,
)

testRights(app, api.madeDocuments, {
  list: () => ({}),
  preview: () => ({ params: { kind: 'prices' } }),
  sign: async () => {
    await buildCourse(db, { announced: true })
    return { body: { kind: 'prices', password: demoPassword } }
  },
  signature,
})
