import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** The median of how long the latest 50 judged attempts of a course waited, in seconds; null before any. */
export const findUsualWait = async (db: Db, courseId: number): Promise<number | null> => {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select percentile_cont(0.5) within group (order by waited)::int as seconds from (
      select extract(epoch from reviews.created_at - attempts.submitted_at) as waited
      from reviews
      join attempts on attempts.id = reviews.attempt_id
      join tasks on tasks.id = attempts.task_id
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      where lessons.course_id = ${courseId} and reviews.revoked_at is null
      order by reviews.id desc limit 50) as latest`)
  return rows[0]?.seconds ?? null
}
