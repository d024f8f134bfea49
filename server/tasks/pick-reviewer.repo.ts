import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * To whom a work goes that is handed in, where its assignment names who reviews it: who reviewed it last, or else who has
 * the fewest works waiting. Null where nobody is named, or nobody of these teaches the course any more.
 */
export const pickReviewer = async (db: Db, taskId: number): Promise<number | null> => {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select course_teachers.user_id
    from tasks
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    join course_teachers on course_teachers.course_id = lessons.course_id
      and assignments.reviewer_ids @> to_jsonb(course_teachers.user_id)
    where tasks.id = ${taskId} and not exists (
      select 1 from task_students where task_students.task_id = tasks.id
      and task_students.user_id = course_teachers.user_id)
    order by
      course_teachers.user_id = (
        select reviews.user_id from reviews join attempts on attempts.id = reviews.attempt_id
        where attempts.task_id = tasks.id order by reviews.id desc limit 1) desc nulls last,
      (select count(*) from tasks as given
        where given.reviewer_id = course_teachers.user_id and given.status = 'submitted'),
      course_teachers.user_id
    limit 1`)
  return rows[0]?.user_id ?? null
}
