import { type OrganisationPage, organisationPages } from '#contract/organisation/organisation.schema.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { findOrganisationText } from '#server/organisation/organisation.repo.ts'

/** A page of the organisation section; one that nobody has written yet is empty. Null for a number without a page. */
export const loadOrganisationPage = async (db: Db, number: number): Promise<OrganisationPage | null> => {
  const page = organisationPages.find((page) => page.number === number)
  if (!page) return null
  const [text, files] = await Promise.all([
    findOrganisationText(db, number),
    loadFiles(db, [{ owner: 'organisation-page', id: number }]),
  ])
  const content = files.text('organisation-page', number, text?.content ?? '', openAddress)
  return { number, title: page.title, content, updated_at: text?.updated_at ?? null }
}
