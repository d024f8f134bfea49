import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { files } from '#server/files/files.table.ts'
import { organisationDocuments } from '#server/organisation/organisation.table.ts'

export type DocumentRecord = typeof organisationDocuments.$inferSelect

const signatureFiles = alias(files, 'signature_files')

const documentsWithFiles = (db: Db) =>
  db
    .select({ document: organisationDocuments, file: files, signatureFile: signatureFiles })
    .from(organisationDocuments)
    .innerJoin(files, eq(files.id, organisationDocuments.file_id))
    .leftJoin(signatureFiles, eq(signatureFiles.id, organisationDocuments.signature_file_id))

/** A document with its file and the detached signature. */
export type DocumentWithFiles = Awaited<ReturnType<typeof documentsWithFiles>>[number]

/** Every document of the organisation: those in force, newest first, then the archive. */
export const listDocuments = (db: Db) =>
  documentsWithFiles(db).orderBy(
    sql`${organisationDocuments.archived_at} desc nulls first`,
    desc(organisationDocuments.id),
  )

/** The documents whose ids `first` selects, and their current replacements. */
const withHeirs = (db: Db, first: SQL): Promise<DocumentWithFiles[]> => {
  const heirs = sql`(
    with recursive heirs(id) as (
      (${first})
      union
      select replaced.replaced_by from heirs join organisation_documents replaced on replaced.id = heirs.id
      where replaced.replaced_by is not null)
    select id from heirs)`
  return documentsWithFiles(db)
    .where(sql`${organisationDocuments.id} in ${heirs}`)
    .orderBy(asc(organisationDocuments.id))
}

/** The documents, and their current replacements. */
export const listDocumentsAndHeirs = async (db: Db, ids: number[]): Promise<DocumentWithFiles[]> =>
  ids.length === 0 ? [] : withHeirs(db, sql`select unnest(${sql.param(ids)}::int[])`)

/** The latest generated document of each kind, even one that was taken down, and its current replacement. */
export const listMadeDocuments = (db: Db) =>
  withHeirs(
    db,
    sql`select distinct on (made_as) id from organisation_documents where made_as is not null order by made_as, id desc`,
  )

/** The document with a signature made here. */
export const findBySignature = async (db: Db, number: string): Promise<DocumentWithFiles | null> => {
  const [row] = await documentsWithFiles(db).where(eq(organisationDocuments.signature_number, number))
  return row ?? null
}

export const findDocumentWithFiles = async (db: Db, id: number): Promise<DocumentWithFiles | null> => {
  const [row] = await documentsWithFiles(db).where(eq(organisationDocuments.id, id))
  return row ?? null
}

/** A document, locked until the transaction ends. */
export const lockDocument = async (tx: Db, id: number): Promise<DocumentRecord | null> => {
  const [document] = await tx
    .select()
    .from(organisationDocuments)
    .where(eq(organisationDocuments.id, id))
    .for('no key update')
  return document ?? null
}

export const insertDocument = async (tx: Db, values: typeof organisationDocuments.$inferInsert) =>
  onlyRow(await tx.insert(organisationDocuments).values(values).returning())

export const updateDocument = async (
  tx: Db,
  id: number,
  change: Partial<typeof organisationDocuments.$inferInsert>,
) => {
  if (Object.keys(change).length === 0) return
  await tx.update(organisationDocuments).set(change).where(eq(organisationDocuments.id, id))
}

/** The documents and their current replacements, locked until the transaction ends: none is replaced or archived. */
export const lockDocumentsAndHeirs = async (tx: Db, ids: number[]): Promise<DocumentWithFiles[]> => {
  let rows = await listDocumentsAndHeirs(tx, ids)
  for (let held = 0; held < rows.length; ) {
    held = rows.length
    await tx
      .select({ id: organisationDocuments.id })
      .from(organisationDocuments)
      .where(sql`${organisationDocuments.id} = any(${sql.param(rows.map(({ document }) => document.id))}::int[])`)
      .orderBy(asc(organisationDocuments.id))
      .for('no key update')
    // one may have been replaced before its lock was there
    rows = await listDocumentsAndHeirs(tx, ids)
  }
  return rows
}

/** The documents in force whose last day is before this one, soonest first. */
export const listDocumentsEnding = (db: Db, before: string): Promise<DocumentRecord[]> => {
  const { archived_at, valid_until, id } = organisationDocuments
  return db
    .select()
    .from(organisationDocuments)
    .where(and(isNull(archived_at), lt(valid_until, before)))
    .orderBy(asc(valid_until), asc(id))
}

/**
 * Those of the documents that are in force with the same last day, locked until the transaction ends, so that none is
 * archived, replaced or given another day.
 */
export const holdDocumentsStillEnding = async (tx: Db, documents: DocumentRecord[]) => {
  const { archived_at, id } = organisationDocuments
  const days = new Map(documents.map(({ id, valid_until }) => [id, valid_until]))
  const held = await tx
    .select()
    .from(organisationDocuments)
    .where(and(isNull(archived_at), inArray(id, [...days.keys()])))
    .orderBy(asc(id))
    .for('share')
  return held.filter(({ id, valid_until }) => days.get(id) === valid_until)
}

/** Makes the documents public. */
export const publishDocuments = async (tx: Db, ids: number[]) => {
  if (ids.length === 0) return
  await tx
    .update(organisationDocuments)
    .set({ published: true })
    .where(sql`${organisationDocuments.id} = any(${sql.param(ids)}::int[]) and not ${organisationDocuments.published}`)
}
