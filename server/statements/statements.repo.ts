import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { courseLeavers, courseStudents, courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** Taken now, and not archived. */
const isPast = sql`(${courses.status} = 'archived' or ${courseStudents.user_id} is null or not ${users.active})`

/** The courses that somebody takes, then those they took or left, by name. Deleted ones are left out. */
export const listTakenCourses = (db: Db, studentId: number) =>
  db
    .select({
      id: courses.id,
      name: courses.name,
      status: courses.status,
      scale: courses.scale,
      teacher_ids: sql<number[]>`array(
        select user_id from course_teachers where course_teachers.course_id = ${courses.id} order by user_id)`,
      // somebody enrolled and active has not left, whatever the row says
      left_at: sql<string | null>`case when ${courseStudents.user_id} is null or not ${users.active}
        then ${courseLeavers.left_at} end`.mapWith(courseLeavers.left_at),
    })
    .from(courses)
    .innerJoin(users, eq(users.id, studentId))
    .leftJoin(courseStudents, and(eq(courseStudents.course_id, courses.id), eq(courseStudents.user_id, users.id)))
    .leftJoin(courseLeavers, and(eq(courseLeavers.course_id, courses.id), eq(courseLeavers.user_id, users.id)))
    .where(
      and(isNull(courses.deleted_at), sql`coalesce(${courseStudents.user_id}, ${courseLeavers.user_id}) is not null`),
    )
    .orderBy(isPast, asc(courses.name), asc(courses.id))
export type TakenCourseRecord = Awaited<ReturnType<typeof listTakenCourses>>[number]
