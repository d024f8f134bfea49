import { eq } from 'drizzle-orm'
import type { ContentRow, FieldValue, OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { documents, signature, signatureRules } from '#demo/content/organisation/documents.ts'
import { organisationPages } from '#demo/content/organisation/organisation.ts'
import { people } from '#demo/content/people.ts'
import { school } from '#demo/content/school.ts'
import type { DemoDocument, DemoOrganisationContent, DemoOrganisationRow, DemoValue } from '#demo/content/types.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { publishPage, saveDraft } from '#server/organisation/change-page.ts'
import { loadMadeContents, madeKinds } from '#server/organisation/made-content.ts'
import { listOrganisationVersions, updateOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { organisationVersions } from '#server/organisation/organisation.table.ts'
import { addDocument, replaceDocument } from '#server/organisation/save-document.ts'
import { signContent } from '#server/organisation/sign-made-document.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'
import { findUser } from '#server/users/users.repo.ts'
import { listOf, textOf } from './build-demo-files.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

type Keys = Map<string, number>

/** The dependencies of the demo school's builders. */
export type DemoDeps = Pick<Deps, 'db' | 'files' | 'config'>

const fieldValue = (value: DemoValue, keys: Keys): FieldValue => {
  if (value === null) return { absent: true }
  if (typeof value === 'string') return { text: value }
  if ('links' in value) return { refs: value.links }
  return { refs: value.documents.map((key) => ({ document_id: idOf(keys, key) })) }
}

/** The id of a platform row for a key such as `course/layout`. */
const platformRow = (of: string, { courses, users }: DemoIds) => {
  const [kind, key = ''] = of.split('/')
  return `${kind}:${idOf(kind === 'course' ? courses : users, key)}`
}

const rowOf = ({ of, values }: DemoOrganisationRow, place: number, ids: DemoIds, keys: Keys): ContentRow => ({
  id: `row-${place + 1}`,
  ...(of ? { from: platformRow(of, ids) } : {}),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fieldValue(value, keys)])),
})

const contentOf = (
  { before = '', after = '', blocks = {} }: DemoOrganisationContent,
  ids: DemoIds,
  keys: Keys,
): OrganisationContent => ({
  before: textOf(before, 'organisation', ids),
  after: textOf(after, 'organisation', ids),
  blocks: Object.fromEntries(
    Object.entries(blocks).map(([key, rows]) => [
      key,
      { rows: rows.map((row, place) => rowOf(row, place, ids, keys)) },
    ]),
  ),
  more: [],
})

const documentInput = ({ title, file, datedOn, validUntil, signed }: DemoDocument, ids: DemoIds) => {
  const [file_id = '', signature_file_id = null] = listOf(signed === 'file' ? [file, `${file}-sig`] : [file], ids)
  return {
    title,
    file_id,
    signature_file_id,
    dated_on: datedOn,
    valid_from: datedOn,
    valid_until: validUntil ?? null,
    ...(signed
      ? {
          signer: signature.signer,
          signer_post: signature.post,
          certificate: signature.certificate,
          signed_at: `${datedOn}T09:00:00.000Z`,
        }
      : {}),
  }
}

const curator = ({ users }: DemoIds) => {
  const key = people.find(({ role }) => role === 'curator')?.key ?? ''
  return { id: idOf(users, key), role: 'curator' as const }
}

/** Publishes what the curator wrote this many days ago. */
const publish = async (
  tx: Db,
  number: number,
  content: OrganisationContent,
  daysAgo: number,
  ids: DemoIds,
  revision: number,
) => {
  await saveDraft(tx, curator(ids), number, { content, revision })
  await publishPage(tx, curator(ids), number, revision + 1)
  const published_at = hoursAgo(daysAgo * 24)
  await updateOrganisationRecord(tx, number, { published_at, changed_at: hoursAgo(daysAgo * 24 + 3) })
  const [version] = await listOrganisationVersions(tx, number)
  await tx
    .update(organisationVersions)
    .set({ published_at })
    .where(eq(organisationVersions.id, version?.id ?? 0))
}

const buildDocuments = async (tx: Db, ids: DemoIds): Promise<Keys> => {
  const keys: Keys = new Map()
  for (const document of documents) {
    const input = documentInput(document, ids)
    const id = document.replaces
      ? await replaceDocument(tx, curator(ids), idOf(keys, document.replaces), input)
      : await addDocument(tx, curator(ids), input)
    keys.set(document.key, id)
  }
  return keys
}

/** Generates and signs the platform's documents. */
const signDocuments = async (deps: DemoDeps, ids: DemoIds) => {
  const contents = await loadMadeContents(deps.db, deps.config)
  const signer = found(await findUser(deps.db, curator(ids).id))
  for (const kind of madeKinds) {
    await signContent(deps, signer, kind, contents.of(kind), { post: 'Директор', rules: signatureRules })
  }
}

/**
 * Fills the organisation section as a curator does: documents, each page with its history, a draft; and the operator of
 * the site.
 */
export const buildDemoOrganisation = async (deps: DemoDeps, ids: DemoIds) => {
  const { db: tx } = deps
  await mergeSettings(tx, 'school', school, curator(ids).id)
  const keys = await buildDocuments(tx, ids)
  for (const { number, daysAgo, earlier = [], draft, ...page } of organisationPages) {
    const versions = [
      ...earlier.map(({ daysAgo, ...change }) => ({ daysAgo, content: { ...page, ...change } })),
      { daysAgo, content: page },
    ]
    let revision = 0
    for (const version of versions) {
      await publish(tx, number, contentOf(version.content, ids, keys), version.daysAgo, ids, revision)
      revision += 2
    }
    if (draft)
      await saveDraft(tx, curator(ids), number, { content: contentOf({ ...page, ...draft }, ids, keys), revision })
  }
  await signDocuments(deps, ids)
}
