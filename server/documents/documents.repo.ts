import { and, desc, eq, sql } from 'drizzle-orm'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'
import { users } from '#server/users/users.table.ts'

/** The version in force of a document, or the one with this number. */
export const findDocument = async (db: Db, slug: DocumentSlug, version?: number) => {
  const [row] = await db
    .select()
    .from(documentVersions)
    .where(
      and(eq(documentVersions.slug, slug), version === undefined ? undefined : eq(documentVersions.version, version)),
    )
    .orderBy(desc(documentVersions.version))
    .limit(1)
  return row ?? null
}

/** All versions of a document, newest first, without their texts. */
export const listDocumentVersions = (db: Db, slug: DocumentSlug) =>
  db
    .select({
      version: documentVersions.version,
      published_at: documentVersions.published_at,
      publisher: { id: users.id, name: users.name, surname: users.surname },
    })
    .from(documentVersions)
    .leftJoin(users, eq(users.id, documentVersions.published_by))
    .where(eq(documentVersions.slug, slug))
    .orderBy(desc(documentVersions.version))

/** The number of each document's version in force. */
export const documentVersionsInForce = async (db: Db) => {
  const rows = await db
    .select({ slug: documentVersions.slug, version: sql<number>`max(${documentVersions.version})` })
    .from(documentVersions)
    .groupBy(documentVersions.slug)
  return new Map(rows.map(({ slug, version }) => [slug, version]))
}

/** The number of each document's version that was in force at a moment; of a later document its first one. */
export const documentVersionsAt = async (db: Db, moment: string) => {
  const rows = await db
    .select({
      slug: documentVersions.slug,
      version: sql<number>`coalesce(
        max(${documentVersions.version}) filter (where ${documentVersions.published_at} <= ${moment}::timestamptz),
        min(${documentVersions.version}))`,
    })
    .from(documentVersions)
    .groupBy(documentVersions.slug)
  return new Map(rows.map(({ slug, version }) => [slug, version]))
}

/** Puts the first version of a document in force, unless it has one. */
export const insertFirstVersion = async (db: Db, slug: DocumentSlug, content: string) => {
  await db.insert(documentVersions).values({ slug, version: 1, content }).onConflictDoNothing()
}

/** Puts a version in force; false when somebody else has published this number. */
export const insertVersion = async (db: Db, values: typeof documentVersions.$inferInsert) =>
  (await db.insert(documentVersions).values(values).onConflictDoNothing().returning({ slug: documentVersions.slug }))
    .length === 1
