import { and, asc, eq, gt, inArray, isNull, lt, ne, notExists, or, sql, sum } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { type FileRecord, filePlaces, files, fileUses } from '#server/files/files.table.ts'
import { insertFilm } from '#server/films/films.repo.ts'

export const findFile = async (db: Db, id: string): Promise<FileRecord | null> => {
  const statement = prepared(db, 'find_file', (db, name) =>
    db
      .select()
      .from(files)
      .where(eq(files.id, sql.placeholder('id')))
      .prepare(name),
  )
  const [file] = await statement.execute({ id })
  return file ?? null
}

/** Whether a file is a paper consent, which no device keeps (docs/policies.md). */
export const isScan = async (db: Db, id: string) => {
  const statement = prepared(db, 'is_scan', (db, name) =>
    db
      .select({ owner: fileUses.owner })
      .from(fileUses)
      .where(and(eq(fileUses.file_id, sql.placeholder('id')), eq(fileUses.owner, 'consent')))
      .limit(1)
      .prepare(name),
  )
  return (await statement.execute({ id })).length > 0
}

export const insertFile = async (db: Db, values: typeof files.$inferInsert): Promise<FileRecord> => {
  return onlyRow(await db.insert(files).values(values).returning())
}

/** How many unfinished uploads a person has. */
export const countUnfinished = (db: Db, userId: number) =>
  db.$count(files, and(eq(files.user_id, userId), eq(files.status, 'uploading')))

/** How many bytes the files of a person take, with the declared size of unfinished uploads. */
export const sumFiles = async (db: Db, userId: number) => {
  const [row] = await db
    .select({ total: sum(files.size).mapWith(Number) })
    .from(files)
    .where(and(eq(files.user_id, userId), ne(files.status, 'deleting')))
  return row?.total ?? 0
}

/** Inserts a file that the server itself has made and stored. */
export const insertReadyFile = async (tx: Db, values: typeof files.$inferInsert) => {
  await tx.insert(files).values({ ...values, status: 'ready' })
}

/** Records that bytes were received. */
export const touchUpload = async (db: Db, id: string) => {
  await db.update(files).set({ touched_at: sql`now()` }).where(eq(files.id, id))
}

/** Completes an upload; null when it no longer exists. A film waits for its smaller copies from then on. */
export const markReady = async (
  db: Db,
  id: string,
  found: Pick<FileRecord, 'type' | 'disguised' | 'width' | 'height' | 'sha256'>,
): Promise<FileRecord | null> =>
  db.transaction(async (tx) => {
    const [file] = await tx
      .update(files)
      .set({ ...found, status: 'ready', touched_at: sql`now()` })
      .where(and(eq(files.id, id), eq(files.status, 'uploading')))
      .returning()
    if (file?.type.startsWith('video/')) await insertFilm(tx, file.id)
    return file ?? null
  })

/** The next complete files without a hash after this id; they were uploaded before hashes were kept. */
export const listUnhashed = async (db: Db, after: string, max: number) => {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(gt(files.id, after), isNull(files.sha256), eq(files.status, 'ready')))
    .orderBy(asc(files.id))
    .limit(max)
  return rows.map(({ id }) => id)
}

export const saveHash = async (db: Db, id: string, sha256: string) => {
  await db.update(files).set({ sha256 }).where(eq(files.id, id))
}

const unused = (db: Db) => notExists(db.select({ one: sql`1` }).from(fileUses).where(eq(fileUses.file_id, files.id)))

/**
 * Marks those of the files that nothing uses to be deleted, so that nothing can use them from then on; skips locked
 * ones.
 */
const markUnused = (db: Db, which: (tx: Db) => Promise<{ id: string }[]>): Promise<string[]> =>
  db.transaction(async (tx) => {
    const held = await which(tx)
    if (held.length === 0) return []
    // checked again, now that nobody can begin to use them
    const marked = await tx
      .update(files)
      .set({ status: 'deleting' })
      .where(
        and(
          inArray(
            files.id,
            held.map(({ id }) => id),
          ),
          unused(tx),
        ),
      )
      .returning({ id: files.id })
    return marked.map(({ id }) => id)
  })

/** Marks a file to be deleted; false when something uses it, or it is marked already: one caller alone gets true. */
export const markDeleting = async (db: Db, id: string) => {
  const marked = await markUnused(db, (tx) =>
    tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.id, id), ne(files.status, 'deleting')))
      .for('update'),
  )
  return marked.length === 1
}

/** Marks up to `max` files that nothing uses and nobody touched since `before`; returns all that are to be deleted. */
export const markForgotten = async (db: Db, before: string, max: number): Promise<string[]> => {
  await markUnused(db, (tx) =>
    tx
      .select({ id: files.id })
      .from(files)
      .where(and(ne(files.status, 'deleting'), lt(files.touched_at, before), unused(tx)))
      .orderBy(asc(files.touched_at))
      .limit(max)
      .for('update', { skipLocked: true }),
  )
  const marked = await db.select({ id: files.id }).from(files).where(eq(files.status, 'deleting')).limit(max)
  return marked.map(({ id }) => id)
}

/** Deletes the row of a file, once its bytes are gone. */
export const deleteFile = async (db: Db, id: string) => {
  await db.delete(files).where(and(eq(files.id, id), or(eq(files.status, 'deleting'), eq(files.status, 'uploading'))))
}

/** Which of the ids are files of this site. */
export const listKnownFiles = async (db: Db, ids: string[]) => {
  const known = await db
    .select({ id: files.id })
    .from(files)
    .where(sql`${files.id} = any(${sql.param(ids)}::text[])`)
  return new Set(known.map(({ id }) => id))
}

/** Where a person stopped watching, in seconds; null where they have not watched. */
export const findPlace = async (db: Db, fileId: string, userId: number) => {
  const [place] = await db
    .select({ seconds: filePlaces.seconds })
    .from(filePlaces)
    .where(and(eq(filePlaces.file_id, fileId), eq(filePlaces.user_id, userId)))
  return place?.seconds ?? null
}

export const savePlace = async (db: Db, fileId: string, userId: number, seconds: number) => {
  await db
    .insert(filePlaces)
    .values({ file_id: fileId, user_id: userId, seconds })
    .onConflictDoUpdate({ target: [filePlaces.user_id, filePlaces.file_id], set: { seconds } })
}
