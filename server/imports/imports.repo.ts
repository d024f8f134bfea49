import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ImportCreate } from '#contract/imports/imports.schema.ts'
import { isBegun, isExtended, isRewritten } from '#server/courses/course-parts.repo.ts'
import { courses, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { isRecent } from '#server/db/is-recent.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { touchFiles } from '#server/files/file-uses.repo.ts'
import { files } from '#server/files/files.table.ts'
import { imports } from '#server/imports/imports.table.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

/** An import without a heartbeat for this long has failed: its process died. */
const silence = sql`interval '30 seconds'`

const isRunning = eq(imports.status, 'running')
const isAlive = isRecent(imports.alive_at, silence)

export const insertImport = async (db: Db, userId: number, { kind, file_id, course_id = null }: ImportCreate) =>
  onlyRow(
    await db
      .insert(imports)
      .values({ user_id: userId, kind, source_id: file_id, course_id, makes_course: course_id === null })
      .returning(),
  )

/** How many imports of a person are under way. */
export const countRunning = (db: Db, userId: number) =>
  db.$count(imports, and(eq(imports.user_id, userId), isRunning, isAlive))

const madeIds = (column: typeof imports.lesson_ids | typeof imports.section_ids) =>
  sql`select made.id::int from jsonb_array_elements_text(${column}) as made (id)`
const madeLessons = madeIds(imports.lesson_ids)
const madeSections = madeIds(imports.section_ids)
const made = { userId: sql`${imports.user_id}`, sectionIds: madeSections, lessonIds: madeLessons }

/** A digest of the names and the order of sections, and of where lessons are in them. */
const outlineOf = (sectionIds: SQL, lessonIds: SQL) => sql<string>`md5(concat(
  (select string_agg(concat(id, ' ', name), e'\n' order by position, id) from sections where id in (${sectionIds})),
  (select string_agg(concat(lessons.id, ' ', section_id), e'\n'
      order by sections.position nulls first, lessons.position, lessons.id)
    from lessons left join sections on sections.id = section_id where lessons.id in (${lessonIds}))))`

/**
 * Whether an import is over and can be undone: students have begun nothing in its lessons, nobody has changed their texts,
 * tests, tools, order or sections, and the texts of a course that it has made are as they were, without other sections,
 * lessons or people.
 */
const isUndoable = sql<boolean>`(${imports.status} = 'done'
  and not ${isBegun(madeLessons)} and not ${isRewritten(madeLessons)}
  and coalesce(${imports.outline} = ${outlineOf(madeSections, madeLessons)}, true)
  and not (${imports.makes_course} and ${isExtended(sql`${imports.course_id}`, made)}))`

const importsWithFiles = (db: Db) =>
  db
    .select({ import: imports, alive: isAlive, undoable: isUndoable, file: { id: files.id, name: files.name } })
    .from(imports)
    .leftJoin(files, and(eq(files.id, imports.source_id), ne(files.status, 'deleting')))

const recordOf = (row: Awaited<ReturnType<typeof importsWithFiles>>[number]) => ({
  ...row.import,
  alive: row.alive,
  undoable: row.undoable,
  file: row.file,
})

/** An import with its file, whether a process is working on it at this moment, and whether it can be undone. */
export type ImportRecord = ReturnType<typeof recordOf>

export const findImport = async (db: Db, id: number) => {
  const [row] = await importsWithFiles(db).where(eq(imports.id, id))
  return row ? recordOf(row) : null
}

/** How many imports a course shows. */
const maxShown = 5

/**
 * The last imports into a course that people may want to look at, the newest first: those of the last day, and those that
 * can be undone. Of this person, or of everybody.
 */
export const listImports = async (db: Db, courseId: number, userId: number | null) => {
  const isFresh = sql`${imports.created_at} > now() - interval '1 day'`
  const rows = await importsWithFiles(db)
    .where(
      and(
        eq(imports.course_id, courseId),
        userId === null ? undefined : eq(imports.user_id, userId),
        or(isFresh, isUndoable),
      ),
    )
    .orderBy(desc(imports.id))
    .limit(maxShown)
  return rows.map(recordOf)
}

/** Locks an import until the transaction ends; null when it is gone. */
export const lockImport = async (tx: Db, id: number) => {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return row ?? null
}

/** Records that a running import is alive, and its progress; returns false when it was undone or has ended. */
export const noteImport = async (db: Db, id: number, progress: { done: number; total: number }) => {
  const noted = await db
    .update(imports)
    .set({ ...progress, alive_at: sql`now()` })
    .where(and(eq(imports.id, id), isRunning))
    .returning({ id: imports.id })
  return noted.length > 0
}

/** Ends a running import; false when it was undone or has ended. */
export const endImport = async (db: Db, id: number, values: Partial<typeof imports.$inferInsert>) => {
  const ended = await db
    .update(imports)
    .set(values)
    .where(and(eq(imports.id, id), isRunning))
    .returning({ id: imports.id })
  return ended.length > 0
}

/** Imports whose process died, as failed ones. */
export const failDeadImports = async (db: Db, sentence: string) => {
  await db
    .update(imports)
    .set({ status: 'failed', warnings: [sentence] })
    .where(and(isRunning, sql`not (${isAlive})`))
}

export const deleteImport = async (tx: Db, id: number) => {
  await tx.delete(imports).where(eq(imports.id, id))
}

const listed = (ids: number[]) => sql`select unnest(${sql.param(ids)}::int[])`

/** Whether students have read these lessons or begun anything in them, or have questions or entries of a journal there. */
export const hasTasks = async (tx: Db, lessonIds: number[]) => {
  const { rows } = await tx.execute(sql`select 1 where ${isBegun(listed(lessonIds))}`)
  return rows.length > 0
}

/** A digest of sections and of the order of lessons, by which an import recognizes later changes. */
export const digestOutline = async (tx: Db, sectionIds: number[], lessonIds: number[]) => {
  const digest = outlineOf(listed(sectionIds), listed(lessonIds))
  const { rows } = await tx.execute<{ digest: string }>(sql`select ${digest} as digest`)
  return onlyRow(rows).digest
}

/** Whether people have changed the lessons of an import, their order or their sections. */
export const hasChanges = async (tx: Db, { outline, lesson_ids, section_ids }: typeof imports.$inferSelect) => {
  const { rows } = await tx.execute(sql`select 1 where ${isRewritten(listed(lesson_ids))}`)
  return rows.length > 0 || (outline !== null && outline !== (await digestOutline(tx, section_ids, lesson_ids)))
}

/** Whether people have written notes on these lessons. */
export const hasNotes = async (tx: Db, lessonIds: number[]) => {
  const { rows } = await tx.execute(sql`
    select 1 from lesson_notes where lesson_id = any(${sql.param(lessonIds)}::int[])
      and (btrim(text) <> '' or highlights <> '[]') limit 1`)
  return rows.length > 0
}

/** Locks lessons with their assignments and quizzes: nobody can begin a task there, ask or answer in the meantime. */
export const lockAssignments = async (tx: Db, lessonIds: number[]) => {
  await tx.execute(sql`
    select id from lessons where id = any(${sql.param(lessonIds)}::int[]) order by id for update`)
  await tx.execute(sql`
    select id from assignments where lesson_id = any(${sql.param(lessonIds)}::int[]) order by id for update`)
  await tx.execute(sql`
    select id from quizzes where lesson_id = any(${sql.param(lessonIds)}::int[]) order by id for update`)
}

/** Whether people have changed the texts of the course that an import has made, joined it or added anything to it. */
export const hasAdditions = async (tx: Db, courseId: number, record: typeof imports.$inferSelect) => {
  const { user_id, section_ids, lesson_ids } = record
  const made = { userId: sql`${user_id}::int`, sectionIds: listed(section_ids), lessonIds: listed(lesson_ids) }
  const { rows } = await tx.execute(sql`select 1 where ${isExtended(sql`${courseId}::int`, made)}`)
  return rows.length > 0
}

/** Deletes lessons for good with their assignments, and the sections that are empty then. */
export const deleteLessonsForGood = async (tx: Db, lessonIds: number[], sectionIds: number[]) => {
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses where (owner = 'lesson' and owner_id = any(${sql.param(lessonIds)}::int[]))
      or (owner = 'assignment' and owner_id in (
        select id from assignments where lesson_id = any(${sql.param(lessonIds)}::int[])))
      or (owner = 'scorm-package' and owner_id in (
        select id from scorm_packages where lesson_id = any(${sql.param(lessonIds)}::int[])))
    returning file_id`)
  await touchFiles(tx, [...new Set(rows.map(({ file_id }) => file_id))])
  await tx.delete(lessons).where(inArray(lessons.id, lessonIds))
  await tx
    .delete(sections)
    .where(
      and(
        inArray(sections.id, sectionIds),
        sql`not exists (select 1 from lessons where lessons.section_id = ${sections.id})`,
      ),
    )
}

/** Deletes courses for good; first delete their lessons. */
export const deleteCoursesForGood = async (tx: Db, ids: number[]) => {
  const { rows } = await tx.execute<{ file_id: string }>(sql`
    delete from file_uses where owner in ('course', 'announcement') and owner_id = any(${sql.param(ids)}::int[])
    returning file_id`)
  await touchFiles(tx, [...new Set(rows.map(({ file_id }) => file_id))])
  await tx.delete(courses).where(inArray(courses.id, ids))
}
