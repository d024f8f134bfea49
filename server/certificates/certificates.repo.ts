import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { certificates } from '#server/certificates/certificates.table.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** A certificate by its number, unless its owner waits to be erased. */
export const findCertificate = async (db: Db, number: string) => {
  const [row] = await db
    .select({ certificate: certificates })
    .from(certificates)
    .innerJoin(users, eq(users.id, certificates.user_id))
    .where(and(eq(certificates.number, number), isNull(users.erase_at), isNull(users.erased_at)))
  return row?.certificate ?? null
}

/** The certificates of a person, newest first. */
export const listCertificates = (db: Db, userId: number) =>
  db
    .select()
    .from(certificates)
    .where(eq(certificates.user_id, userId))
    .orderBy(desc(certificates.issued_on), desc(certificates.created_at))

/** Adds certificates; returns those of people who had none of this course, not even a withdrawn one. */
export const insertCertificates = async (tx: Db, values: (typeof certificates.$inferInsert)[]) =>
  values.length === 0
    ? []
    : tx
        .insert(certificates)
        .values(values)
        .onConflictDoNothing({
          target: [certificates.user_id, certificates.course_id],
          where: sql`replaced_by is null`,
        })
        .returning()

/** Returns the certificate, or null when somebody has withdrawn it before. */
export const withdrawCertificate = async (db: Db, number: string, by: { user_id: number; reason: string }) => {
  const [row] = await db
    .update(certificates)
    .set({ withdrawn_at: sql`now()`, withdrawn_by: by.user_id, reason: by.reason })
    .where(and(eq(certificates.number, number), isNull(certificates.withdrawn_at)))
    .returning()
  return row ?? null
}

/**
 * Withdraws a certificate in favour of another number; one that is withdrawn keeps its moment and reason. Null when it
 * was replaced before.
 */
export const markReplaced = async (tx: Db, number: string, by: { user_id: number; number: string; reason: string }) => {
  const [row] = await tx
    .update(certificates)
    .set({
      replaced_by: by.number,
      withdrawn_at: sql`coalesce(withdrawn_at, now())`,
      withdrawn_by: sql`coalesce(withdrawn_by, ${by.user_id}::int)`,
      reason: sql`coalesce(reason, ${by.reason})`,
    })
    .where(and(eq(certificates.number, number), isNull(certificates.replaced_by)))
    .returning()
  return row ?? null
}

/** How many of them are found at once: all are given their certificates in one statement. */
const maxFinishers = 5000

/** Which finishers of a course are looked for. */
export interface FinisherFilter {
  /** Null: everybody who takes the course. */
  userIds: number[] | null
  /** Also in an archived course. */
  archived: boolean
}

/**
 * Lists those of these people who take the course and have finished it: every lesson is published and open; each
 * assignment is accepted or excused, and at least one accepted; where there is no assignment, every lesson is read.
 * Whoever has a certificate of it, even a withdrawn one, is left out.
 */
export const listFinishers = async (db: Db, courseId: number, { userIds, archived }: FinisherFilter) => {
  const { rows } = await db.execute<{
    id: number
    name: string
    surname: string
    avatar: string | null
    role: RoleSlug
    course: string
  }>(sql`
    select users.id, users.name, users.surname, users.avatar, users.role, courses.name as course
    from courses
    join course_students on course_students.course_id = courses.id
    join users on users.id = course_students.user_id and users.active
    join lessons on lessons.course_id = courses.id and lessons.deleted_at is null
    left join assignments on assignments.lesson_id = lessons.id
    left join task_students on task_students.assignment_id = assignments.id and task_students.user_id = users.id
    left join tasks on tasks.id = task_students.task_id
    left join lesson_reads on lesson_reads.lesson_id = lessons.id and lesson_reads.user_id = users.id
    where courses.id = ${courseId} and courses.deleted_at is null
      and (courses.status = 'published' ${archived ? sql`or courses.status = 'archived'` : sql``})
      ${userIds === null ? sql`` : sql`and users.id = any(${sql.param(userIds)}::int[])`}
      and not exists (
        select 1 from certificates where certificates.user_id = users.id and certificates.course_id = courses.id)
    group by users.id, courses.id
    having bool_and(lessons.status = 'published' and (lessons.publish_at is null or lessons.publish_at <= now()))
      and case when bool_or(assignments.id is not null)
        then bool_and(assignments.id is null or coalesce(tasks.status in ('accepted', 'excused'), false))
          and bool_or(coalesce(tasks.status = 'accepted', false))
        else bool_and(lesson_reads.user_id is not null) end
    order by users.surname, users.name, users.id limit ${maxFinishers}`)
  return rows
}
