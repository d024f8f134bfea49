import { sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { Db } from '#server/db/database.ts'

/**
 * The courses without another active teacher, by name. Locks all courses of the person until the transaction ends, so
 * that of two last teachers one sees the other leave.
 */
export const holdCoursesLeft = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    select 1 from courses where deleted_at is null and id in (
      select course_id from course_teachers where user_id = ${userId})
    order by id for no key update`)
  const { rows } = await tx.execute<{ id: number; name: string; status: CourseStatus }>(sql`
    select courses.id, courses.name, courses.status from courses
    join course_teachers mine on mine.course_id = courses.id and mine.user_id = ${userId}
    where courses.deleted_at is null and not exists (
      select 1 from course_teachers others join users on users.id = others.user_id
      where others.course_id = courses.id and others.user_id <> ${userId} and users.active and users.role <> 'student')
    order by courses.name, courses.id`)
  return rows
}
