import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { type FileOwner, files, fileUses } from '#server/files/files.table.ts'

/** A thing that uses files: its kind and the id of its row. */
export interface FileUser {
  owner: FileOwner
  id: number
}

/** A file that a thing uses: its position in the thing's list, or null for one inside a text. */
export interface FileUse {
  file_id: string
  position: number | null
}

const isOf = ({ owner, id }: FileUser) => and(eq(fileUses.owner, owner), eq(fileUses.owner_id, id))

const among = (ids: string[]) => sql`${sql.param(ids)}::text[]`

/** Everything that uses one of the files. */
export const listUsesOf = (db: Db, fileIds: string[]) =>
  db
    .select()
    .from(fileUses)
    .where(sql`${fileUses.file_id} = any(${among(fileIds)})`)

/** The files one thing uses: its list in order, then those in its texts. */
export const listUses = (db: Db, user: FileUser): Promise<FileUse[]> =>
  db
    .select({ file_id: fileUses.file_id, position: fileUses.position })
    .from(fileUses)
    .where(isOf(user))
    .orderBy(asc(fileUses.position), asc(fileUses.file_id))

/** The files of several things with their positions, in one query. */
export const listFilesOf = async (db: Db, users: FileUser[]) => {
  if (users.length === 0) return []
  const statement = prepared(db, 'list_files_of', (db, name) =>
    db
      .select({ owner: fileUses.owner, owner_id: fileUses.owner_id, position: fileUses.position, file: files })
      .from(fileUses)
      .innerJoin(files, and(eq(files.id, fileUses.file_id), eq(files.status, 'ready')))
      .where(
        sql`(${fileUses.owner}, ${fileUses.owner_id}) in (
          select * from unnest(${sql.placeholder('owners')}::text[], ${sql.placeholder('ids')}::int[]))`,
      )
      .orderBy(asc(fileUses.position), asc(fileUses.file_id))
      .prepare(name),
  )
  return statement.execute({ owners: users.map(({ owner }) => owner), ids: users.map(({ id }) => id) })
}

/**
 * Keeps the files from being swept until the transaction ends; leaves out those that are gone. Others may begin to use
 * them in the meantime.
 */
export const holdFiles = (tx: Db, ids: string[]) =>
  tx
    .select()
    .from(files)
    .where(sql`${files.id} = any(${among(ids)})`)
    .orderBy(asc(files.id))
    .for('key share')

/** Replaces all uses of one thing by `uses`. */
export const replaceUses = async (tx: Db, { owner, id }: FileUser, uses: FileUse[]) => {
  const kept = uses.map(({ file_id }) => file_id)
  await tx.delete(fileUses).where(and(isOf({ owner, id }), sql`${fileUses.file_id} <> all(${among(kept)})`))
  if (uses.length === 0) return
  await tx
    .insert(fileUses)
    .values(uses.map((use) => ({ owner, owner_id: id, ...use })))
    .onConflictDoUpdate({
      target: [fileUses.owner, fileUses.owner_id, fileUses.file_id],
      set: { position: sql`excluded.position` },
    })
}

/** Lets a new thing use every file in the texts of others, whose uses keep them from being swept meanwhile. */
export const insertUsesOf = async (tx: Db, sources: FileUser[], to: FileUser) => {
  await tx.execute(sql`
    insert into file_uses (owner, owner_id, file_id)
    select distinct ${to.owner}, ${to.id}::int, file_id from file_uses where (owner, owner_id) in (
      select * from unnest(
        ${sql.param(sources.map(({ owner }) => owner))}::text[], ${sql.param(sources.map(({ id }) => id))}::int[]))`)
}

/**
 * Records that a use of the files began or ended. A file that another transaction holds is skipped: that one touches
 * it, too.
 */
export const touchFiles = async (tx: Db, ids: string[]) => {
  if (ids.length === 0) return
  const free = tx
    .select({ id: files.id })
    .from(files)
    .where(sql`${files.id} = any(${among(ids)})`)
    .for('no key update', { skipLocked: true })
  await tx.update(files).set({ touched_at: sql`now()` }).where(inArray(files.id, free))
}
