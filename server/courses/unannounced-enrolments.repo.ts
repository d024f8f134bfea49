import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

interface Unannounced extends Record<string, unknown> {
  user_id: number
  /** In the order of their ids. */
  courses: { id: number; name: string }[]
}

/**
 * Those of these students who take some of these courses that they can open and have no notification of, with these
 * courses. A notification lists the courses it is about in `same_as`: «course-enrolled:3,7».
 */
export const listUnannounced = async (db: Db, courseIds: number[], userIds: number[]) => {
  const { rows } = await db.execute<Unannounced>(sql`
    with announced as (
      select notifications.user_id, listed.id::int as course_id
      from notifications, string_to_table(substr(notifications.same_as, length('course-enrolled:') + 1), ',') listed (id)
      where notifications.user_id = any(${sql.param(userIds)}::int[])
        and notifications.same_as like 'course-enrolled:%')
    select course_students.user_id,
      json_agg(json_build_object('id', courses.id, 'name', courses.name) order by courses.id) as courses
    from course_students join courses on courses.id = course_students.course_id
    where course_students.course_id = any(${sql.param(courseIds)}::int[])
      and course_students.user_id = any(${sql.param(userIds)}::int[])
      and courses.deleted_at is null and courses.status = 'published'
      and not exists (select from announced
        where announced.user_id = course_students.user_id and announced.course_id = course_students.course_id)
    group by course_students.user_id`)
  return rows
}
