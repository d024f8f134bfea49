import {
  emptyContent,
  type OrganisationContent,
  type OrganisationPage,
  type ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import { type RegistryOptions, registry, registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import type { Db } from '#server/db/database.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { type AddressOf, openAddress } from '#server/files/sign-text.ts'
import { mergeRows } from '#server/organisation/merge-rows.ts'
import {
  findOrganisationRecord,
  findOrganisationVersion,
  listOrganisationRecords,
  type OrganisationRecord,
} from '#server/organisation/organisation.repo.ts'
import { listDocumentsAndHeirs } from '#server/organisation/organisation-documents.repo.ts'
import { latest, pageChangedAt } from '#server/organisation/page-change.ts'
import {
  isFilledByPlatform,
  loadPlatformFacts,
  type PlatformFacts,
  platformRows,
  platformTables,
} from '#server/organisation/platform-rows.ts'
import { type Documents, documentsNow, documentsThen } from '#server/organisation/present-document.ts'
import { documentIdsIn, presentRows } from '#server/organisation/present-rows.ts'
import { loadSchool } from '#server/site/load-settings.ts'

const nothing: PlatformFacts = { programmes: [], teachers: [], made: [] }

/** The platform's data for a page. */
export const loadFactsFor = ({ blocks }: RegistryPage, db: Db) =>
  isFilledByPlatform(blocks) ? loadPlatformFacts(db) : nothing

/** A page of the registry as it applies to this school; null for a number without a page. */
export const loadRegistryPage = async (db: Db, number: number, school = loadSchool(db)) => {
  const { edition, university } = await school
  const options: RegistryOptions = { edition, university }
  const page = registryPage(number, options)
  return page && { page, options }
}

/** The blocks of a page as readers see them. */
const presentBlocks = (
  { blocks }: RegistryPage,
  content: OrganisationContent,
  facts: PlatformFacts,
  documents: Documents,
): Record<string, ShownRow[]> =>
  Object.fromEntries(
    blocks.map((block) => [
      block.key,
      presentRows(block, mergeRows(block, content, platformRows(block, facts)), documents),
    ]),
  )

interface Written {
  content: OrganisationContent
  /** The thing whose files the texts show. */
  user: FileUser
  addressOf?: AddressOf
  documentsOf: typeof documentsNow
  /** The record of the page, when its current content is shown. */
  record?: OrganisationRecord | null
  published_at: string | null
}

const present = async (
  db: Db,
  known: Awaited<ReturnType<typeof loadRegistryPage>>,
  { content, user, addressOf, documentsOf, record, ...written }: Written,
): Promise<OrganisationPage | null> => {
  if (!known) return null
  const { page, options } = known
  const [rows, files, facts] = await Promise.all([
    listDocumentsAndHeirs(db, documentIdsIn(content)),
    loadFiles(db, [user]),
    loadFactsFor(page, db),
  ])
  const all = [...rows, ...facts.made]
  const blocks = presentBlocks(page, content, facts, documentsOf(all))
  return {
    number: page.number,
    title: page.title,
    ...options,
    before: files.text(user.owner, user.id, content.before, addressOf),
    after: files.text(user.owner, user.id, content.after, addressOf),
    blocks,
    more: content.more,
    tables: platformTables(page.number, facts),
    updated_at: record ? pageChangedAt(page.number, record, blocks, { rows: all, facts }) : written.published_at,
    published_at: written.published_at,
  }
}

/** A page of the organisation section; one that nobody has written yet has the platform's data. Null without a page. */
export const loadOrganisationPage = async (
  db: Db,
  number: number,
  school = loadSchool(db),
): Promise<OrganisationPage | null> => {
  const [known, record] = await Promise.all([loadRegistryPage(db, number, school), findOrganisationRecord(db, number)])
  return present(db, known, {
    content: record?.content ?? emptyContent,
    user: { owner: 'organisation-page', id: number },
    addressOf: openAddress,
    documentsOf: documentsNow,
    record,
    published_at: record?.published_at ?? null,
  })
}

/** When each page of the section last changed for its readers, or was published; null for one that nobody has written. */
export const listPageDays = async (db: Db): Promise<{ number: number; at: string | null }[]> => {
  const [{ edition, university }, records, facts] = await Promise.all([
    loadSchool(db),
    listOrganisationRecords(db),
    loadPlatformFacts(db),
  ])
  const rows = await listDocumentsAndHeirs(db, [...new Set(records.flatMap(({ content }) => documentIdsIn(content)))])
  const all = [...rows, ...facts.made]
  const documents = documentsNow(all)
  return registry.map(({ number }) => {
    const record = records.find((record) => record.number === number)
    const page = registryPage(number, { edition, university })
    if (!record || !page) return { number, at: null }
    const blocks = presentBlocks(page, record.content, facts, documents)
    return { number, at: latest(record.published_at, pageChangedAt(number, record, blocks, { rows: all, facts })) }
  })
}

/** A page as it was published: its own documents, even archived ones. The platform's part is today's. */
export const loadOrganisationVersion = async (db: Db, number: number, id: number) => {
  const [known, row] = await Promise.all([loadRegistryPage(db, number), findOrganisationVersion(db, number, id)])
  if (!row) return null
  const { version } = row
  const page = await present(db, known, {
    content: version.content,
    user: { owner: 'organisation-version', id },
    documentsOf: documentsThen,
    published_at: version.published_at,
  })
  return page && { ...row, page }
}
