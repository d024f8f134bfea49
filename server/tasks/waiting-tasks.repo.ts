import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { users } from '#server/users/users.table.ts'

const waiting = sql<number>`case when users.role = 'student' then 0 else (
  select count(*)::int from tasks
  join assignments on assignments.id = tasks.assignment_id
  join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
  join courses on courses.id = lessons.course_id and courses.deleted_at is null
  where tasks.status = 'submitted' and (users.role = 'curator' or exists (
    select 1 from course_teachers
    where course_teachers.course_id = courses.id and course_teachers.user_id = users.id))) end`

/** How many works wait for this person's review; 0 for a student. */
export const countWaitingTasks = async (db: Db, userId: number) => {
  const statement = prepared(db, 'waiting_tasks', (db, name) =>
    db
      .select({ waiting })
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare(name),
  )
  const [row] = await statement.execute({ id: userId })
  return row?.waiting ?? 0
}
