import { and, asc, desc, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import type { ScormReport } from '#contract/scorm/scorm.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { scormEntries, scormPackages, scormResults } from '#server/scorm/scorm.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export type PackageRecord = typeof scormPackages.$inferSelect
export type EntryRecord = Omit<typeof scormEntries.$inferSelect, 'package_id'>

/** How many rows one statement adds: each value is a parameter, and there are at most 65,535. */
const rowsAtOnce = 5000

/** Adds a package with the places of its files. */
export const insertPackage = async (
  tx: Db,
  values: typeof scormPackages.$inferInsert,
  entries: EntryRecord[],
): Promise<PackageRecord> => {
  const added = onlyRow(await tx.insert(scormPackages).values(values).returning())
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    await tx
      .insert(scormEntries)
      .values(entries.slice(at, at + rowsAtOnce).map((entry) => ({ ...entry, package_id: added.id })))
  }
  return added
}

export const findPackage = async (db: Db, id: number): Promise<PackageRecord | null> =>
  (await db.select().from(scormPackages).where(eq(scormPackages.id, id)))[0] ?? null

export const listPackages = (db: Db, lessonId: number): Promise<PackageRecord[]> =>
  db.select().from(scormPackages).where(eq(scormPackages.lesson_id, lessonId)).orderBy(asc(scormPackages.id))

/** A file of a package: by its path in composed characters, or as it was kept before paths were composed. */
export const findEntry = async (db: Db, packageId: number, path: string): Promise<EntryRecord | null> => {
  const composed = path.normalize('NFC')
  const [entry] = await db
    .select()
    .from(scormEntries)
    .where(and(eq(scormEntries.package_id, packageId), inArray(scormEntries.path, [composed, path])))
    .orderBy(desc(eq(scormEntries.path, composed)))
    .limit(1)
  return entry ?? null
}

/** What a person has reached in the packages of a lesson. */
export const listOwnResults = (db: Db, lessonId: number, userId: number) =>
  db
    .select({ result: scormResults })
    .from(scormResults)
    .innerJoin(scormPackages, eq(scormPackages.id, scormResults.package_id))
    .where(and(eq(scormPackages.lesson_id, lessonId), eq(scormResults.user_id, userId)))

/** Lets one report of a person at a time be kept in a lesson. Call it in a transaction. */
export const lockOwnResults = async (tx: Db, lessonId: number, userId: number) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('scorm:' || ${lessonId}::int || ':' || ${userId}::int, 0))`,
  )
}

/** How many characters the packages of a lesson have kept for a person, without this part. */
export const countOtherData = async (
  db: Db,
  lessonId: number,
  userId: number,
  { package_id, item }: { package_id: number; item: string },
) => {
  const [row] = await db
    .select({ length: sql<number>`coalesce(sum(length(${scormResults.data})), 0)::int` })
    .from(scormResults)
    .innerJoin(scormPackages, eq(scormPackages.id, scormResults.package_id))
    .where(
      and(
        eq(scormPackages.lesson_id, lessonId),
        eq(scormResults.user_id, userId),
        or(ne(scormResults.package_id, package_id), ne(scormResults.item, item)),
      ),
    )
  return row?.length ?? 0
}

/**
 * Keeps a report. Completed stays completed, and the best score and «passed» stay: a package that is opened again
 * takes back nothing.
 */
export const saveResult = async (db: Db, packageId: number, userId: number, { item, ...report }: ScormReport) => {
  const rows = await db
    .insert(scormResults)
    .values({ package_id: packageId, user_id: userId, item, ...report })
    .onConflictDoUpdate({
      target: [scormResults.package_id, scormResults.user_id, scormResults.item],
      set: {
        completed: sql`${scormResults.completed} or excluded.completed`,
        passed: sql`case when ${scormResults.passed} then true else coalesce(excluded.passed, ${scormResults.passed}) end`,
        score: sql`greatest(${scormResults.score}, excluded.score)`,
        data: sql`excluded.data`,
        updated_at: sql`now()`,
      },
    })
    .returning()
  return onlyRow(rows)
}

/** How many parts of a package a person has completed. */
export const countCompleted = async (db: Db, packageId: number, userId: number) =>
  db.$count(
    scormResults,
    and(eq(scormResults.package_id, packageId), eq(scormResults.user_id, userId), eq(scormResults.completed, true)),
  )

const { data: _data, ...resultColumns } = getTableColumns(scormResults)

/** The results of everybody in a package, without what it remembers of them. */
export const listResults = (db: Db, packageId: number) =>
  db
    .select({ result: resultColumns, person: personColumns })
    .from(scormResults)
    .innerJoin(users, eq(users.id, scormResults.user_id))
    .where(eq(scormResults.package_id, packageId))
    .orderBy(asc(users.surname), asc(users.name), asc(users.id), asc(scormResults.item))
