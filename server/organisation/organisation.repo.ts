import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { emptyContent, type OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import {
  organisationDocuments,
  organisationRecords,
  organisationVersions,
} from '#server/organisation/organisation.table.ts'
import { users } from '#server/users/users.table.ts'

export type OrganisationRecord = typeof organisationRecords.$inferSelect

/** A page of the organisation section as it is kept; null when nobody has written it. */
export const findOrganisationRecord = async (db: Db, number: number): Promise<OrganisationRecord | null> => {
  const [record] = await db.select().from(organisationRecords).where(eq(organisationRecords.number, number))
  return record ?? null
}

/** Every page that somebody has written. */
export const listOrganisationRecords = (db: Db): Promise<OrganisationRecord[]> =>
  db.select().from(organisationRecords).orderBy(asc(organisationRecords.number))

/** A page, created when there is none, and locked until the transaction ends: saves run one after another. */
export const lockOrganisationRecord = async (tx: Db, number: number): Promise<OrganisationRecord> => {
  await tx.insert(organisationRecords).values({ number, content: emptyContent }).onConflictDoNothing()
  return onlyRow(
    await tx.select().from(organisationRecords).where(eq(organisationRecords.number, number)).for('no key update'),
  )
}

export const updateOrganisationRecord = async (
  tx: Db,
  number: number,
  change: Partial<typeof organisationRecords.$inferInsert>,
): Promise<OrganisationRecord> =>
  onlyRow(await tx.update(organisationRecords).set(change).where(eq(organisationRecords.number, number)).returning())

/** The curator who saved the draft of a page; null without a draft, and when their account is gone. */
export const findDraftWriter = async (db: Db, { draft, draft_saved_by }: OrganisationRecord) => {
  if (!draft || draft_saved_by === null) return null
  const [writer] = await db
    .select({ name: users.name, surname: users.surname })
    .from(users)
    .where(eq(users.id, draft_saved_by))
  return writer ?? null
}

export const insertOrganisationVersion = async (
  tx: Db,
  values: { number: number; content: OrganisationContent; published_at: string; published_by: number | null },
) => onlyRow(await tx.insert(organisationVersions).values(values).returning())

const publisher = { name: users.name, surname: users.surname }

/** The published versions of a page, newest first, without their contents. */
export const listOrganisationVersions = (db: Db, number: number) =>
  db
    .select({ id: organisationVersions.id, published_at: organisationVersions.published_at, publisher })
    .from(organisationVersions)
    .leftJoin(users, eq(users.id, organisationVersions.published_by))
    .where(eq(organisationVersions.number, number))
    .orderBy(desc(organisationVersions.id))

/** A version of this page; null for a version of another. */
export const findOrganisationVersion = async (db: Db, number: number, id: number) => {
  const [row] = await db
    .select({ version: organisationVersions, publisher })
    .from(organisationVersions)
    .leftJoin(users, eq(users.id, organisationVersions.published_by))
    .where(and(eq(organisationVersions.id, id), eq(organisationVersions.number, number)))
  return row ?? null
}

/**
 * Whether each of the documents is public. One that was taken out of force is withdrawn from the public, unless it was
 * signed here: the page that confirms its signature keeps showing it.
 */
export const listDocumentFacts = (db: Db, ids: number[]) => {
  const { id, published, archived_at, signature_number } = organisationDocuments
  return db
    .select({
      id,
      public: sql<boolean>`${published} and (${archived_at} is null or ${signature_number} is not null)`,
    })
    .from(organisationDocuments)
    .where(inArray(id, ids))
}
