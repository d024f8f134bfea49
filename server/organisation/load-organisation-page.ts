import { emptyContent, type OrganisationPage, organisationPages } from '#contract/organisation/organisation.schema.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { findOrganisationRecord } from '#server/organisation/organisation.repo.ts'

/** A page of the organisation section; one that nobody has written yet is empty. Null for a number without a page. */
export const loadOrganisationPage = async (db: Db, number: number): Promise<OrganisationPage | null> => {
  const page = organisationPages.find((page) => page.number === number)
  if (!page) return null
  const [record, files] = await Promise.all([
    findOrganisationRecord(db, number),
    loadFiles(db, [{ owner: 'organisation-page', id: number }]),
  ])
  const { before, after, more } = record?.content ?? emptyContent
  return {
    number,
    title: page.title,
    edition: 10,
    university: false,
    before: files.text('organisation-page', number, before, openAddress),
    after: files.text('organisation-page', number, after, openAddress),
    blocks: {},
    more,
    tables: [],
    updated_at: record?.draft_saved_at ?? record?.published_at ?? null,
    published_at: record?.published_at ?? null,
  }
}
