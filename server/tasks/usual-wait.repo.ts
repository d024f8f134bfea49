import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { reviews } from '#server/reviews/reviews.table.ts'

/** Over the latest 50 verdicts of a course that are in force; the index by course finds just these. */
const median = sql<number | null>`(
  select percentile_cont(0.5) within group (order by waited)::int from (
    select extract(epoch from latest.created_at - attempts.submitted_at) as waited from (
      select attempt_id, created_at from ${reviews}
      where course_id = ${sql.placeholder('course')} and revoked_at is null
      order by id desc limit 50) as latest
    join attempts on attempts.id = latest.attempt_id) as waits)`

/** The median wait of the latest 50 judged attempts of a course, in seconds; null before the first. */
export const findUsualWait = async (db: Db, courseId: number): Promise<number | null> => {
  const statement = prepared(db, 'usual_wait', (db, name) =>
    db.select({ seconds: median }).from(sql`(select 1) as one`).prepare(name),
  )
  const [row] = await statement.execute({ course: courseId })
  return row?.seconds ?? null
}
