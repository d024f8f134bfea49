import { desc, eq, sql } from 'drizzle-orm'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'

/** The version in force of a document. */
export const findDocument = async (db: Db, slug: DocumentSlug) => {
  const [row] = await db
    .select()
    .from(documentVersions)
    .where(eq(documentVersions.slug, slug))
    .orderBy(desc(documentVersions.version))
    .limit(1)
  return row ?? null
}

/** The number of each document's version in force. */
export const documentVersionsInForce = async (db: Db) => {
  const rows = await db
    .select({ slug: documentVersions.slug, version: sql<number>`max(${documentVersions.version})` })
    .from(documentVersions)
    .groupBy(documentVersions.slug)
  return new Map(rows.map(({ slug, version }) => [slug, version]))
}

/** Puts the first version of a document in force, unless it has one. */
export const insertFirstVersion = async (db: Db, slug: DocumentSlug, content: string) => {
  await db.insert(documentVersions).values({ slug, version: 1, content }).onConflictDoNothing()
}
