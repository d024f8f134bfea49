import { sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { Db } from '#server/db/database.ts'

/** Whether a course has no active teacher beside this one. Joins `courses`. */
const isUntaught = (userId: number | null = null) => sql`not exists (
  select 1 from course_teachers others join users on users.id = others.user_id
  where others.course_id = courses.id and others.user_id is distinct from ${userId}::int
    and users.active and users.role <> 'student')`

/**
 * The courses without another active teacher, by name. Locks all courses of the person until the transaction ends, so
 * that of two last teachers one sees the other leave; also the deleted ones, which somebody may be restoring.
 */
export const lockCoursesLeft = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    select 1 from courses where id in (
      select course_id from course_teachers where user_id = ${userId})
    order by id for no key update`)
  const { rows } = await tx.execute<{ id: number; name: string; status: CourseStatus }>(sql`
    select courses.id, courses.name, courses.status from courses
    join course_teachers mine on mine.course_id = courses.id and mine.user_id = ${userId}
    where courses.deleted_at is null and ${isUntaught(userId)}
    order by courses.name, courses.id`)
  return rows
}

/** The names of the courses among these that nobody teaches who still may. First lock the courses. */
export const listUntaught = async (tx: Db, courseIds: number[]) => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from courses
    where id = any(${sql.param(courseIds)}::int[]) and deleted_at is null and ${isUntaught()}
    order by name, id`)
  return rows.map(({ name }) => name)
}
