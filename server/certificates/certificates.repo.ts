import { and, desc, eq, isNull, sql } from 'drizzle-orm'
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

/** Returns false when the person has one of this course already, even a withdrawn one. */
export const insertCertificate = async (tx: Db, values: typeof certificates.$inferInsert) => {
  const added = await tx
    .insert(certificates)
    .values(values)
    .onConflictDoNothing({ target: [certificates.user_id, certificates.course_id] })
    .returning({ number: certificates.number })
  return added.length > 0
}

/** Returns the certificate, or null when somebody has withdrawn it before. */
export const withdrawCertificate = async (db: Db, number: string, by: { user_id: number; reason: string }) => {
  const [row] = await db
    .update(certificates)
    .set({ withdrawn_at: sql`now()` as unknown as string, withdrawn_by: by.user_id, reason: by.reason })
    .where(and(eq(certificates.number, number), isNull(certificates.withdrawn_at)))
    .returning()
  return row ?? null
}

/**
 * Of these people, those who take the course and have finished it: every lesson is published and open; each assignment
 * is accepted or excused, and at least one accepted; where there is no assignment, every lesson is read.
 */
export const listFinishers = async (db: Db, courseId: number, userIds: number[]) => {
  const { rows } = await db.execute<{ user_id: number; name: string; surname: string; course: string }>(sql`
    select users.id as user_id, users.name, users.surname, courses.name as course
    from courses
    join course_students on course_students.course_id = courses.id
    join users on users.id = course_students.user_id and users.active
    join lessons on lessons.course_id = courses.id and lessons.deleted_at is null
    left join assignments on assignments.lesson_id = lessons.id
    left join task_students on task_students.assignment_id = assignments.id and task_students.user_id = users.id
    left join tasks on tasks.id = task_students.task_id
    left join lesson_reads on lesson_reads.lesson_id = lessons.id and lesson_reads.user_id = users.id
    where courses.id = ${courseId} and courses.status = 'published' and courses.deleted_at is null
      and users.id = any(${sql.param(userIds)}::int[])
    group by users.id, courses.id
    having bool_and(lessons.status = 'published' and (lessons.publish_at is null or lessons.publish_at <= now()))
      and case when bool_or(assignments.id is not null)
        then bool_and(assignments.id is null or coalesce(tasks.status in ('accepted', 'excused'), false))
          and bool_or(coalesce(tasks.status = 'accepted', false))
        else bool_and(lesson_reads.user_id is not null) end
    order by users.id`)
  return rows
}
