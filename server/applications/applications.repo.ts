import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type ApplicationStatus, applicationPageSize } from '#contract/applications/applications.schema.ts'
import { type Actor, roleIn } from '#contract/users/users.policy.ts'
import { applications } from '#server/applications/applications.table.ts'
import { isAnnounced, teacherIds } from '#server/courses/courses.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** The course is not deleted and the person has not asked to be erased. */
const present = and(isNull(courses.deleted_at), isNull(users.erase_at), isNull(users.erased_at))

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      application: applications,
      program: { id: courses.id, name: courses.name, announced: sql<boolean>`${isAnnounced}` },
      person: personColumns,
      teacher_ids: teacherIds,
      active: users.active,
    })
    .from(applications)
    .innerJoin(courses, eq(courses.id, applications.course_id))
    .innerJoin(users, eq(users.id, applications.user_id))
    .where(and(present, condition))
    .$dynamic()
export type ApplicationRow = Awaited<ReturnType<typeof select>>[number]

export const findApplication = async (db: Db, id: number) => {
  const [row] = await select(db, eq(applications.id, id))
  return row ?? null
}

/** Locks an application while it is decided; null when it is gone. */
export const lockApplication = async (tx: Db, id: number) => {
  const [row] = await tx.select().from(applications).where(eq(applications.id, id)).for('update')
  return row ?? null
}

/** Filters of the list. */
export interface ApplicationFilter {
  status?: ApplicationStatus | undefined
  program_id?: number | undefined
  page: number
}

const scopeOf = (actor: Actor) => {
  const { id } = actor
  const role = roleIn(actor, 'courses')
  if (role === 'curator') return undefined
  if (role === 'student') return eq(applications.user_id, id)
  return sql`exists(
    select 1 from course_teachers
    where course_teachers.course_id = ${applications.course_id} and course_teachers.user_id = ${id})`
}

/**
 * One page of the applications that a person may see: undecided ones first, oldest first, then the latest decisions.
 */
export const listApplications = async (db: Db, actor: Actor, { status, program_id, page }: ApplicationFilter) => {
  const condition = and(
    scopeOf(actor),
    status === undefined ? undefined : eq(applications.status, status),
    program_id === undefined ? undefined : eq(applications.course_id, program_id),
  )
  const [rows, totals] = await Promise.all([
    select(db, condition)
      .orderBy(sql`${applications.status} <> 'new'`, desc(applications.decided_at), asc(applications.id))
      .limit(applicationPageSize)
      .offset((page - 1) * applicationPageSize),
    db
      .select({ total: count() })
      .from(applications)
      .innerJoin(courses, eq(courses.id, applications.course_id))
      .innerJoin(users, eq(users.id, applications.user_id))
      .where(and(present, condition)),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** A person's undecided application to a course. */
export const findWaitingApplication = async (db: Db, userId: number, courseId: number) => {
  const [row] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.user_id, userId), eq(applications.course_id, courseId), eq(applications.status, 'new')))
  return row ?? null
}

export const insertApplication = async (db: Db, values: typeof applications.$inferInsert) => {
  return onlyRow(await db.insert(applications).values(values).returning())
}

export const updateApplication = async (db: Db, id: number, changes: Partial<typeof applications.$inferInsert>) => {
  await db.update(applications).set(changes).where(eq(applications.id, id))
}

/**
 * Writes somebody's decision. Its moment is a millisecond after that of the enrolment which the same transaction makes:
 * one at the same moment would be an answer by the enrolment alone, which `reopenApplications` takes back.
 */
export const decideApplication = async (
  tx: Db,
  id: number,
  changes: Partial<typeof applications.$inferInsert>,
  deciderId: number,
) => {
  const decided_at = sql`now() + interval '1 millisecond'`
  await tx
    .update(applications)
    .set({ ...changes, decided_at, decided_by: deciderId })
    .where(eq(applications.id, id))
}

/**
 * Accepts the undecided applications of people who take their courses by now. One that is being decided at this moment
 * keeps that decision.
 */
export const acceptWaiting = async (
  tx: Db,
  deciderId: number,
  enrolments: { course_id: number; user_id: number }[],
) => {
  if (enrolments.length === 0) return
  await tx.execute(sql`
    update applications set status = 'accepted', decided_at = now(), decided_by = ${deciderId}
    where id in (
      select id from applications
      where status = 'new' and (course_id, user_id) in (
        select * from unnest(${sql.param(enrolments.map(({ course_id }) => course_id))}::int[],
          ${sql.param(enrolments.map(({ user_id }) => user_id))}::int[]))
      order by id for update skip locked)`)
}

/**
 * Lets applications wait again that nobody has answered but by these enrolments, which are undone. `since` is when each
 * began, ISO 8601: the moment at which the same transaction has accepted the application.
 */
export const reopenApplications = async (tx: Db, undone: { course_id: number; user_id: number; since: string }[]) => {
  if (undone.length === 0) return
  await tx.execute(sql`
    update applications set status = 'new', decided_at = null, decided_by = null
    where id in (
      select id from applications
      where status = 'accepted' and (course_id, user_id, decided_at) in (
        select * from unnest(${sql.param(undone.map(({ course_id }) => course_id))}::int[],
          ${sql.param(undone.map(({ user_id }) => user_id))}::int[],
          ${sql.param(undone.map(({ since }) => since))}::timestamptz[]))
      order by id for update skip locked)`)
}

/** Deletes an undecided application; returns false when it was decided in the meantime. */
export const deleteWaitingApplication = async (db: Db, id: number) => {
  const deleted = await db
    .delete(applications)
    .where(and(eq(applications.id, id), eq(applications.status, 'new')))
    .returning({ id: applications.id })
  return deleted.length > 0
}
