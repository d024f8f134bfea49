import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { PeopleCounts, PeopleImportRow } from '#contract/people-imports/people-imports.schema.ts'
import type { Db } from '#server/db/database.ts'
import { peopleImportChanges, peopleImportRows, peopleImports } from '#server/people-imports/people-imports.table.ts'
import type { ReadRow, RowErrors, WantedPerson } from '#server/people-imports/read-person.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Imports and undoing follow one another: each sees what the other one has done. */
export const lockPeopleImports = async (tx: Db) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('people-imports'))`)
}

export const insertPeopleImport = async (tx: Db, values: typeof peopleImports.$inferInsert) => {
  const [row] = await tx.insert(peopleImports).values(values).returning({ id: peopleImports.id })
  return (row as { id: number }).id
}

/** What is stored of how a row is shown: its role is read from what the file says. */
type ShownRow = Omit<PeopleImportRow, 'role'>

/** A row as it is kept, with what the file says of the person, and the errors that were found in the file alone. */
export type KeptRow = ShownRow & { wanted: WantedPerson; file_errors: RowErrors }

export const insertImportRows = async (tx: Db, importId: number, rows: KeptRow[]) => {
  await tx.execute(sql`
    insert into people_import_rows (import_id, line, verdict, user_id, name, wanted, file_errors, errors, changes)
    select ${importId}, line, verdict, user_id, name, wanted, file_errors, errors, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as item (line int, verdict text, user_id int, name text, wanted jsonb, file_errors jsonb,
        errors jsonb, changes jsonb)`)
}

const select = (db: Db) =>
  db
    .select({ record: peopleImports, user: { ...personColumns, erased_at: users.erased_at } })
    .from(peopleImports)
    .innerJoin(users, eq(users.id, peopleImports.user_id))

export type PeopleImportRecord = Awaited<ReturnType<typeof select>>[number]

export const findPeopleImport = async (db: Db, id: number) => {
  const [row] = await select(db).where(eq(peopleImports.id, id))
  return row ?? null
}

/** Max imports in the list of past ones. */
const maxListed = 50

/** Those that were applied, the newest first. */
export const listPeopleImports = (db: Db) =>
  select(db)
    .where(ne(peopleImports.status, 'ready'))
    .orderBy(desc(peopleImports.created_at), desc(peopleImports.id))
    .limit(maxListed)

/** Locks an import until the transaction ends. */
export const lockPeopleImport = async (tx: Db, id: number) => {
  const [row] = await tx.select().from(peopleImports).where(eq(peopleImports.id, id)).for('update')
  return row ?? null
}

/** The rows as they are shown, by line. */
export const listImportRows = async (db: Db, importId: number): Promise<PeopleImportRow[]> => {
  const rows = await db
    .select({
      line: peopleImportRows.line,
      verdict: peopleImportRows.verdict,
      user_id: peopleImportRows.user_id,
      name: peopleImportRows.name,
      errors: peopleImportRows.errors,
      changes: peopleImportRows.changes,
      wanted: peopleImportRows.wanted,
      has: users.role,
      status: peopleImports.status,
    })
    .from(peopleImportRows)
    .innerJoin(peopleImports, eq(peopleImports.id, peopleImportRows.import_id))
    .leftJoin(users, eq(users.id, peopleImportRows.user_id))
    .where(eq(peopleImportRows.import_id, importId))
    .orderBy(peopleImportRows.line)
  return rows.map(({ wanted, has, status, ...row }) => {
    const gets = row.verdict === 'new' || row.changes.includes('role')
    return { ...row, role: gets && status === 'ready' ? { from: has, to: wanted.role ?? 'student' } : null }
  })
}

/** The rows as they were read from the file. */
export const listReadRows = (tx: Db, importId: number): Promise<ReadRow[]> =>
  tx
    .select({ line: peopleImportRows.line, wanted: peopleImportRows.wanted, errors: peopleImportRows.file_errors })
    .from(peopleImportRows)
    .where(eq(peopleImportRows.import_id, importId))
    .orderBy(peopleImportRows.line)

/** Records what an import has made of its rows; what they say of people is no longer needed. */
export const markApplied = async (
  tx: Db,
  importId: number,
  { counts, rows }: { counts: PeopleCounts; rows: ShownRow[] },
) => {
  await tx.execute(sql`
    update people_import_rows kept set
      verdict = item.verdict, user_id = item.user_id, errors = item.errors, changes = item.changes, wanted = '{}',
      file_errors = '{}'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as item (line int, verdict text, user_id int, errors jsonb, changes jsonb)
    where kept.import_id = ${importId} and kept.line = item.line`)
  await tx
    .update(peopleImports)
    .set({ status: 'applied', applied_at: sql`now()`, counts })
    .where(eq(peopleImports.id, importId))
}

/** Records that an import was undone, and deletes what it would be undone by. */
export const markUndone = async (tx: Db, importId: number) => {
  await tx.delete(peopleImportChanges).where(eq(peopleImportChanges.import_id, importId))
  await tx.update(peopleImports).set({ status: 'undone', undone_at: sql`now()` }).where(eq(peopleImports.id, importId))
}

/** How long an applied import can be undone, in days: as long it keeps what it has changed of people. */
export const undoDays = 30

/** Until when an import that was applied then can be undone. */
export const undoUntil = (appliedAt: string) => new Date(Date.parse(appliedAt) + undoDays * dayMs).toISOString()

export const canStillUndo = (appliedAt: string) => undoUntil(appliedAt) > new Date().toISOString()

/** Deletes files that were checked a day ago and never applied, and what can no longer be undone. */
export const deleteOldPeopleImports = async (db: Db) => {
  await db
    .delete(peopleImports)
    .where(and(eq(peopleImports.status, 'ready'), lt(peopleImports.created_at, sql`now() - interval '1 day'`)))
  const old = sql`import_id in (
    select id from people_imports where applied_at < now() - ${undoDays} * interval '1 day')`
  await db.delete(peopleImportChanges).where(old)
  await db.update(peopleImportRows).set({ name: '' }).where(sql`${old} and name <> ''`)
}

/** Max files of one curator that were checked and wait: each has what thousands of people are called. */
const maxReady = 20

/** Deletes the oldest checked files of a curator who has too many. */
export const deleteExcessChecks = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    delete from people_imports where id in (
      select id from people_imports where user_id = ${userId} and status = 'ready'
      order by id desc offset ${maxReady})`)
}
