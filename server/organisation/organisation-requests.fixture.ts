import { DocumentInput } from '#contract/organisation/organisation.api.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import type { Deps } from '#server/deps.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { publishPage, saveDraft } from '#server/organisation/change-page.ts'
import { loadMadeContents } from '#server/organisation/made-content.ts'
import { holdOrganisationRecord, listOrganisationVersions } from '#server/organisation/organisation.repo.ts'
import { findDocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'
import { addDocument, archiveDocument } from '#server/organisation/save-document.ts'
import { signContent } from '#server/organisation/sign-made-document.ts'
import { demoPassword } from '#server/users/users.factory.ts'

/** The actor and the rows that a call needs. */
interface School {
  curator: { user: Actor }
}

/** Calls of the organisation section that are valid in everything but, perhaps, the caller. */
export const organisationRequests = ({ db, config, files }: Pick<Deps, 'db' | 'config' | 'files'>) => {
  const number = 1
  const params = { number }

  const draft = async () => {
    const { draft_revision } = await holdOrganisationRecord(db, number)
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

  return {
    'GET /api/organisation/pages/{number}': () => ({ params }),
    'GET /api/organisation/pages/{number}/tables/{block}': () => ({ params: { number, block: 'uchredLaw' } }),
    'GET /api/organisation/overview': () => ({}),
    'GET /api/organisation/pages/{number}/draft': () => ({ params }),
    'PUT /api/organisation/pages/{number}/draft': async () => ({ params, body: await draft() }),
    'DELETE /api/organisation/pages/{number}/draft': async (school: School) => {
      await savedDraft(school)
      return { params }
    },
    'POST /api/organisation/pages/{number}/publish': async (school: School) => ({
      params,
      body: { revision: await savedDraft(school) },
    }),
    'GET /api/organisation/pages/{number}/versions': () => ({ params }),
    'GET /api/organisation/pages/{number}/versions/{id}': version,
    'POST /api/organisation/pages/{number}/versions/{id}/restore': version,
    'GET /api/organisation/documents': () => ({}),
    'POST /api/organisation/documents': async (school: School) => ({ body: await input(school) }),
    'GET /api/organisation/documents/signed': () => ({}),
    'GET /api/organisation/documents/signed/{kind}': () => ({ params: { kind: 'prices' } }),
    'POST /api/organisation/documents/signed': async () => {
      await buildCourse(db, { announced: true })
      return { body: { kind: 'prices', password: demoPassword } }
    },
    'GET /api/organisation/signatures/{number}': signature,
    'PUT /api/organisation/documents/{id}': async (school: School) => ({
      ...(await document(school)),
      body: { title: 'Новый устав' },
    }),
    'POST /api/organisation/documents/{id}/replace': async (school: School) => ({
      ...(await document(school)),
      body: await input(school),
    }),
    'DELETE /api/organisation/documents/{id}': document,
    'POST /api/organisation/documents/{id}/restore': async (school: School) => {
      const { params } = await document(school)
      await archiveDocument(db, params.id)
      return { params }
    },
  }
}
