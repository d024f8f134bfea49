import { schoolDay } from '#contract/dates.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import type { OrganisationDraft, OrganisationOverviewPage } from '#contract/organisation/organisation.api.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import { fullName } from '#contract/users/names.ts'
import type { Db } from '#server/db/database.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { loadFactsFor, loadRegistryPage } from '#server/organisation/load-organisation-page.ts'
import { countFilled, type MergedRow, mergeRows } from '#server/organisation/merge-rows.ts'
import {
  findDraftWriter,
  findOrganisationRecord,
  listOrganisationRecords,
} from '#server/organisation/organisation.repo.ts'
import { listDocumentsAndHeirs } from '#server/organisation/organisation-documents.repo.ts'
import { loadPlatformFacts, platformRows } from '#server/organisation/platform-rows.ts'
import { type Documents, documentsNow } from '#server/organisation/present-document.ts'
import { documentIdsIn, presentRows } from '#server/organisation/present-rows.ts'
import { publishingDeadline } from '#server/organisation/working-days.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** What curators edit on a page: its draft, or the published content; null for a number without a page. */
export const loadDraft = async (db: Db, number: number): Promise<OrganisationDraft | null> => {
  const [known, record] = await Promise.all([loadRegistryPage(db, number), findOrganisationRecord(db, number)])
  if (!known) return null
  const { page } = known
  const content = record?.draft ?? record?.content ?? emptyContent
  const user: FileUser = { owner: record?.draft ? 'organisation-draft' : 'organisation-page', id: number }
  const [files, facts, writer] = await Promise.all([
    loadFiles(db, [user]),
    loadFactsFor(page, db),
    record ? findDraftWriter(db, record) : null,
  ])
  const since = record?.draft_since ?? null
  const made = documentsNow(facts.made)
  const filled = page.blocks.map((block) => {
    const rows = platformRows(block, facts).map(({ from, values }) => ({ id: from, from, values }))
    return [block.key, presentRows(block, rows, made)] as const
  })
  return {
    content: {
      ...content,
      before: files.text(user.owner, user.id, content.before),
      after: files.text(user.owner, user.id, content.after),
    },
    revision: record?.draft_revision ?? 0,
    saved_at: record?.draft ? record.draft_saved_at : null,
    saved_by: writer && fullName(writer),
    since,
    deadline: since && publishingDeadline(since),
    published_at: record?.published_at ?? null,
    platform: Object.fromEntries(filled.filter(([, rows]) => rows.length > 0)),
  }
}

/** A row with the documents in force: those in the archive count as missing, and those whose time is over. */
const withDocumentsInForce = ({ of }: Documents) => {
  const today = schoolDay()
  const isInForce = (id: number) => {
    const document = of(id)
    return document !== null && !isOver(document, today)
  }
  return ({ values, ...row }: MergedRow): MergedRow => ({
    ...row,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (!('refs' in value)) return [name, value]
        return [name, { refs: value.refs.filter((ref) => 'url' in ref || isInForce(ref.document_id)) }]
      }),
    ),
  })
}

/**
 * The progress of each page of the section: when it was published, and how many of its required names are filled in.
 */
export const loadOverview = async (db: Db): Promise<OrganisationOverviewPage[]> => {
  const [school, records, facts] = await Promise.all([
    loadSchool(db),
    listOrganisationRecords(db),
    loadPlatformFacts(db),
  ])
  const attached = await listDocumentsAndHeirs(db, [
    ...new Set(records.flatMap(({ content }) => documentIdsIn(content))),
  ])
  const seen = withDocumentsInForce(documentsNow([...attached, ...facts.made]))
  const byNumber = new Map(records.map((record) => [record.number, record]))
  return organisationPages.map(({ number, title }) => {
    const record = byNumber.get(number)
    const content = record?.content ?? emptyContent
    const counts = (registryPage(number, school)?.blocks ?? []).map((block) =>
      countFilled(block, mergeRows(block, content, platformRows(block, facts)).map(seen)),
    )
    const since = record?.draft_since ?? null
    return {
      number,
      title,
      published_at: record?.published_at ?? null,
      draft_saved_at: record?.draft ? record.draft_saved_at : null,
      deadline: since && publishingDeadline(since),
      required: counts.reduce((sum, { required }) => sum + required, 0),
      filled: counts.reduce((sum, { filled }) => sum + filled, 0),
    }
  })
}
