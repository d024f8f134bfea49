import { type OrganisationPage, organisationPages } from '#contract/organisation/organisation.schema.ts'
import type { Db } from '#server/db/database.ts'
import { findOrganisationText } from '#server/organisation/organisation.repo.ts'

/** A page of the organisation section; one that nobody has written yet is empty. Null for a number without a page. */
export const loadOrganisationPage = async (db: Db, number: number): Promise<OrganisationPage | null> => {
  const page = organisationPages.find((page) => page.number === number)
  if (!page) return null
  const text = await findOrganisationText(db, number)
  return { number, title: page.title, content: text?.content ?? '', updated_at: text?.updated_at ?? null }
}
