import { eq, inArray } from 'drizzle-orm'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { Db } from '#server/db/database.ts'
import {
  organisationDocuments,
  organisationRecords,
  organisationVersions,
} from '#server/organisation/organisation.table.ts'

/** A page of the organisation section as it is kept; null while nobody has written it. */
export const findOrganisationRecord = async (db: Db, number: number) => {
  const [record] = await db.select().from(organisationRecords).where(eq(organisationRecords.number, number))
  return record ?? null
}

/** Publishes the contents of a page: their HTML is clean already. */
export const publishContent = async (
  db: Db,
  { number, content, published_by }: { number: number; content: OrganisationContent; published_by: number | null },
) => {
  const change = { content, published_by, published_at: new Date().toISOString(), draft: null, draft_since: null }
  await db
    .insert(organisationRecords)
    .values({ number, ...change })
    .onConflictDoUpdate({ target: organisationRecords.number, set: change })
  await db.insert(organisationVersions).values({ number, content, published_by, published_at: change.published_at })
}

/** Whether everybody may read each of the documents. */
export const listDocumentFacts = (db: Db, ids: number[]) =>
  db
    .select({ id: organisationDocuments.id, published: organisationDocuments.published })
    .from(organisationDocuments)
    .where(inArray(organisationDocuments.id, ids))
