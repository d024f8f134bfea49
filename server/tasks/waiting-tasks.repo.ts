import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { asksReviewers } from '#server/tasks/idle-tasks.repo.ts'
import { countWaitingOf } from '#server/tasks/task-counts.repo.ts'
import { roleInPart } from '#server/users/curators.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Tasks of the person's own courses; a curator of courses has all of them. */
const waiting = sql<number>`case ${roleInPart('courses')}
  when 'student' then 0
  when 'teacher' then (
    select count(*)::int from course_teachers
    join tasks on tasks.course_id = course_teachers.course_id and tasks.status = 'submitted' and ${asksReviewers}
    where course_teachers.user_id = users.id)
  else ${countWaitingOf('submitted')} end`

/** The number of tasks that wait for this person's review; 0 for a student. Runs at every navigation. */
export const countWaitingTasks = async (db: Db, userId: number) => {
  const statement = prepared(db, 'waiting_tasks', (db, name) =>
    db
      .select({ waiting })
      .from(users)
      .where(sql`users.id = ${sql.placeholder('id')}`)
      .prepare(name),
  )
  const [row] = await statement.execute({ id: userId })
  return row?.waiting ?? 0
}
