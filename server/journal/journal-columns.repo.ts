import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { journalColumns, journalMarks } from '#server/journal/journal.table.ts'

export type ColumnRecord = typeof journalColumns.$inferSelect
export type MarkRecord = typeof journalMarks.$inferSelect

/** The columns of a course without a hand-in, by their days. */
export const listColumns = (db: Db, courseId: number) =>
  prepared(db, 'list_journal_columns', (db, name) =>
    db
      .select()
      .from(journalColumns)
      .where(eq(journalColumns.course_id, sql.placeholder('course')))
      .orderBy(asc(journalColumns.held_on), asc(journalColumns.id))
      .prepare(name),
  ).execute({ course: courseId })

/** The same of several courses. */
export const listColumnsOfCourses = (db: Db, courseIds: number[]) =>
  db
    .select()
    .from(journalColumns)
    .where(inArray(journalColumns.course_id, courseIds))
    .orderBy(asc(journalColumns.held_on), asc(journalColumns.id))

/** The names of columns that are not deleted. */
export const listColumnNames = (db: Db, ids: number[]) =>
  db
    .select({ id: journalColumns.id, name: journalColumns.name })
    .from(journalColumns)
    .where(inArray(journalColumns.id, ids))

const plainMarks = (db: Db, where: SQL | undefined) =>
  db
    .select({
      column_id: journalMarks.column_id,
      course_id: journalColumns.course_id,
      student_id: journalMarks.student_id,
      score: journalMarks.score,
      absent: journalMarks.absent,
      comment: journalMarks.comment,
      changes: journalMarks.changes,
    })
    .from(journalMarks)
    .innerJoin(journalColumns, eq(journalColumns.id, journalMarks.column_id))
    .where(
      and(where, sql`(${journalMarks.score} is not null or ${journalMarks.absent} or ${journalMarks.comment} <> '')`),
    )

/** What is in these columns; `studentId` limits it to one student. Rows that were emptied are left out. */
export const listMarks = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_journal_marks', (db, name) =>
    plainMarks(
      db,
      and(
        eq(journalColumns.course_id, sql.placeholder('course')),
        sql`(${sql.placeholder('student')}::int is null or ${journalMarks.student_id} = ${sql.placeholder('student')})`,
      ),
    ).prepare(name),
  ).execute({ course: courseId, student: studentId })

/** The same of one student in several courses. */
export const listMarksOfStudent = (db: Db, studentId: number, courseIds: number[]) =>
  plainMarks(db, and(eq(journalMarks.student_id, studentId), inArray(journalColumns.course_id, courseIds)))

/** A column of a course that is not deleted. */
export const findColumn = async (db: Db, id: number) => {
  const [row] = await db
    .select({ column: journalColumns })
    .from(journalColumns)
    .innerJoin(courses, and(eq(courses.id, journalColumns.course_id), isNull(courses.deleted_at)))
    .where(eq(journalColumns.id, id))
  return row?.column ?? null
}

export const insertColumn = async (db: Db, values: Omit<typeof journalColumns.$inferInsert, 'id'>) => {
  return onlyRow(await db.insert(journalColumns).values(values).returning())
}

export const updateColumn = async (db: Db, id: number, change: Partial<typeof journalColumns.$inferInsert>) => {
  const [row] = await db.update(journalColumns).set(change).where(eq(journalColumns.id, id)).returning()
  return row
}

export const deleteColumn = async (db: Db, id: number) => {
  await db.delete(journalColumns).where(eq(journalColumns.id, id))
}

/** The largest score of a column, and whether it has anything. */
export const findColumnUse = async (db: Db, id: number) => {
  const [row] = await db
    .select({
      highest: sql<number | null>`max(${journalMarks.score})`,
      filled: sql<number>`(count(*) filter (where ${journalMarks.score} is not null or ${journalMarks.absent}
        or ${journalMarks.comment} <> ''))::int`,
    })
    .from(journalMarks)
    .where(eq(journalMarks.column_id, id))
  return row ?? { highest: null, filled: 0 }
}

/** Locks columns until the end of the transaction: changes of their cells run one after another. */
export const lockColumns = async (tx: Db, ids: number[]) => {
  await tx.execute(sql`
    select id from journal_columns where id = any(${sql.param(ids)}::int[]) order by id for no key update`)
}

/** Sets the weights of columns. */
export const setColumnWeights = async (db: Db, weights: { assignment_id: number; weight: number }[]) => {
  await db.execute(sql`
    update journal_columns set weight = given.weight
    from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as given (assignment_id int, weight float8)
    where journal_columns.id = given.assignment_id`)
}

/** A cell as it is to be. */
export interface MarkChange {
  column_id: number
  student_id: number
  score: number | null
  absent: boolean
  comment: string
}

/** Keeps cells; call it with the columns locked. */
export const saveMarks = async (tx: Db, actorId: number, marks: MarkChange[]) => {
  if (marks.length === 0) return
  await tx.execute(sql`
    insert into journal_marks (column_id, student_id, score, absent, comment, user_id, changed_at)
    select column_id, student_id, score, absent, comment, ${actorId}::int, now()
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as given (column_id int, student_id int, score float8, absent boolean, comment text)
    on conflict (column_id, student_id) do update set score = excluded.score, absent = excluded.absent,
      comment = excluded.comment, user_id = excluded.user_id, changed_at = excluded.changed_at,
      changes = journal_marks.changes + (journal_marks.score is distinct from excluded.score)::int`)
}
