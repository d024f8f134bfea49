import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PeriodInput } from '#contract/journal/periods.schema.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { journalTotals, periodLocks, periods } from '#server/journal/periods.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** By their days; a year comes after its terms. */
const inOrder = [asc(periods.to_day), asc(periods.kind), asc(periods.id)]

const columns = { id: periods.id, kind: periods.kind, name: periods.name, from: periods.from_day, to: periods.to_day }

/** All periods of the school. */
export const listPeriods = (db: Db) =>
  db
    .select(columns)
    .from(periods)
    .orderBy(...inOrder)

/** Their names, by id. */
export const listPeriodNames = (db: Db, ids: number[]) =>
  db.select({ id: periods.id, name: periods.name }).from(periods).where(inArray(periods.id, ids))

/** All periods of the school, and who closed them for a course. */
export const listCoursePeriods = (db: Db, courseId: number) =>
  prepared(db, 'list_course_periods', (db, name) =>
    db
      .select({ ...columns, locked_by: personColumns, locked_at: periodLocks.locked_at })
      .from(periods)
      .leftJoin(
        periodLocks,
        and(eq(periodLocks.period_id, periods.id), eq(periodLocks.course_id, sql.placeholder('course'))),
      )
      .leftJoin(users, eq(users.id, periodLocks.user_id))
      .orderBy(...inOrder)
      .prepare(name),
  ).execute({ course: courseId })
export type CoursePeriod = Awaited<ReturnType<typeof listCoursePeriods>>[number]

/** The periods that are closed for a course. First hold them with `holdPeriods`. */
export const listLockedPeriods = (tx: Db, courseId: number) =>
  tx
    .select(columns)
    .from(periodLocks)
    .innerJoin(periods, eq(periods.id, periodLocks.period_id))
    .where(eq(periodLocks.course_id, courseId))
    .orderBy(...inOrder)

/**
 * Holds the periods of a course until the end of the transaction: many transactions that change its cells at once, or
 * one that changes its totals or closes a period. Call it before any row is locked.
 */
export const holdPeriods = async (tx: Db, courseId: number, act: 'cells' | 'totals') => {
  const key = sql`hashtextextended('periods:' || ${courseId}::int, 0)`
  await tx.execute(
    act === 'cells' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}

/** Totals that were set in a course; `studentId` limits them to one student. */
export const listTotals = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_journal_totals', (db, name) =>
    db
      .select({
        period_id: journalTotals.period_id,
        student_id: journalTotals.student_id,
        score: journalTotals.score,
        basis: journalTotals.basis,
      })
      .from(journalTotals)
      .where(
        and(
          eq(journalTotals.course_id, sql.placeholder('course')),
          sql`(${sql.placeholder('student')}::int is null or ${journalTotals.student_id} = ${sql.placeholder('student')})`,
        ),
      )
      .prepare(name),
  ).execute({ course: courseId, student: studentId })

/** When periods were closed for these courses. */
export const listLocksOfCourses = (db: Db, courseIds: number[]) =>
  db
    .select({
      course_id: periodLocks.course_id,
      period_id: periodLocks.period_id,
      locked_at: periodLocks.locked_at,
    })
    .from(periodLocks)
    .where(inArray(periodLocks.course_id, courseIds))

/** The totals that were set for one student in these courses. */
export const listSetTotals = (db: Db, studentId: number, courseIds: number[]) =>
  db
    .select({
      course_id: journalTotals.course_id,
      period_id: journalTotals.period_id,
      student_id: journalTotals.student_id,
      score: journalTotals.score,
      basis: journalTotals.basis,
    })
    .from(journalTotals)
    .where(and(eq(journalTotals.student_id, studentId), inArray(journalTotals.course_id, courseIds)))

/** A total as it is to be; a score of null removes it. */
export interface NewTotal {
  period_id: number
  student_id: number
  score: number | null
  basis: number | null
}

/** Keeps totals; call it with the periods of the course held. */
export const saveTotals = async (tx: Db, actorId: number, courseId: number, totals: NewTotal[]) => {
  if (totals.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
    as given (period_id int, student_id int, score float8, basis float8)`
  await tx.execute(sql`
    insert into journal_totals (course_id, period_id, student_id, score, basis, user_id, changed_at)
    select ${courseId}::int, period_id, student_id, score, basis, ${actorId}::int, now() from ${given}
    where score is not null
    on conflict (course_id, period_id, student_id) do update set score = excluded.score, basis = excluded.basis,
      user_id = excluded.user_id, changed_at = excluded.changed_at`)
  await tx.execute(sql`
    delete from journal_totals using ${given}
    where journal_totals.course_id = ${courseId}::int and journal_totals.period_id = given.period_id
      and journal_totals.student_id = given.student_id and given.score is null`)
}

export const insertLock = async (tx: Db, values: { course_id: number; period_id: number; user_id: number }) => {
  await tx.insert(periodLocks).values({ ...values, locked_at: sql`now()` })
}

export const deleteLock = async (tx: Db, courseId: number, periodId: number) => {
  await tx.delete(periodLocks).where(and(eq(periodLocks.course_id, courseId), eq(periodLocks.period_id, periodId)))
}

/** Locks all periods until the end of the transaction, with what refers to them. */
export const lockAllPeriods = async (tx: Db) => {
  await tx.execute(sql`select id from periods order by id for update`)
  // a statement of its own: what others have committed while the first one waited counts, too
  return tx
    .select({
      ...columns,
      totals: sql<number>`(select count(*)::int from journal_totals where journal_totals.period_id = periods.id)`,
      locks: sql<number>`(select count(*)::int from period_locks where period_locks.period_id = periods.id)`,
    })
    .from(periods)
    .orderBy(asc(periods.id))
}

/** Makes the periods of the school these: those without an id are new, those that are missing are deleted. */
export const replacePeriods = async (tx: Db, given: PeriodInput[]) => {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
    as given (id int, kind text, name text, "from" date, "to" date)`
  await tx.execute(sql`
    delete from periods where not exists (select 1 from ${rows} where given.id = periods.id)`)
  await tx.execute(sql`
    update periods set kind = given.kind, name = given.name, from_day = given."from", to_day = given."to"
    from ${rows} where given.id = periods.id`)
  await tx.execute(sql`
    insert into periods (kind, name, from_day, to_day)
    select kind, name, "from", "to" from ${rows} where id is null`)
}

/** The totals that were set for students, in the order of the periods. */
export const listTotalsOfStudents = (db: Db, studentIds: number[]) =>
  db
    .select({
      student_id: journalTotals.student_id,
      course_id: journalTotals.course_id,
      period: periods.name,
      score: journalTotals.score,
      closed: sql<boolean>`exists (
        select 1 from period_locks
        where period_locks.period_id = ${journalTotals.period_id} and period_locks.course_id = ${journalTotals.course_id})`,
    })
    .from(journalTotals)
    .innerJoin(periods, eq(periods.id, journalTotals.period_id))
    .where(inArray(journalTotals.student_id, studentIds))
    .orderBy(...inOrder)
