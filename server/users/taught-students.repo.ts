import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** Filters students to those in a course or a class of this teacher. */
export const listTaughtStudents = async (db: Db, teacherId: number, userIds: number[]) => {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select course_students.user_id from course_students
    join course_teachers using (course_id) join courses on courses.id = course_id and courses.deleted_at is null
    where course_teachers.user_id = ${teacherId} and course_students.user_id = any(${sql.param(userIds)}::int[])
    union select cohort_students.user_id from cohort_students join cohort_leaders using (cohort_id)
    where cohort_leaders.user_id = ${teacherId} and cohort_students.user_id = any(${sql.param(userIds)}::int[])`)
  return new Set(rows.map(({ user_id }) => user_id))
}
