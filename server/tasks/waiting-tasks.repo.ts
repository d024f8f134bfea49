import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { abandonedTasks, isReviewedLesson } from '#server/tasks/idle-tasks.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Counted from the index by assignment, for assignments of the person's courses alone; a curator has all courses. */
const waiting = sql<number>`case when users.role = 'student' then 0 else (
  select coalesce(sum(waiting), 0)::int
  from assignments
  join lessons on lessons.id = assignments.lesson_id
  join courses on courses.id = lessons.course_id and ${isReviewedLesson}
  cross join lateral (
    select count(*) as waiting from tasks
    where tasks.assignment_id = assignments.id and tasks.status = 'submitted'
      and tasks.id not in ${abandonedTasks}) as counted
  where users.role = 'curator' or courses.id in (
    select course_teachers.course_id from course_teachers where course_teachers.user_id = users.id)) end`

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
