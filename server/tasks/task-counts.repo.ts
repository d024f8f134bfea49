import { type SQL, sql } from 'drizzle-orm'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { Db } from '#server/db/database.ts'
import { abandonedTasks, activeCourses, deletedAssignments, waitingStates } from '#server/tasks/idle-tasks.repo.ts'

/** The tasks of a state: all, and those that a list of that state shows. */
export interface TaskCount extends Record<string, unknown> {
  status: TaskStatus
  all: number
  listed: number
}

/**
 * The tasks of the active courses that need no act although they wait: of deleted lessons, or abandoned. Columns `id`,
 * `status` and `course_id`.
 */
const idleTasks = (states: TaskStatus[]): SQL => sql`
  select id, status, course_id from (
    select task_id as id, status, course_id from (${abandonedTasks({ states })}) as abandoned
    union
    select tasks.id, tasks.status, tasks.course_id from tasks
    where tasks.assignment_id in ${deletedAssignments} and tasks.status in ${states}) as idle
  where course_id in ${activeCourses}`

/** How many tasks of the school wait in this state for reviewers, as an expression. */
export const countWaitingOf = (status: TaskStatus): SQL<number> => sql<number>`(
  (select coalesce(sum(change), 0) from task_counts where status = ${status} and course_id in ${activeCourses})
  - (select count(*) from (${idleTasks([status])}) as idle))::int`

/** The handed-in tasks of the whole school in each state, from what the database has counted as rows changed. */
export const countSchoolTasks = async (db: Db): Promise<TaskCount[]> => {
  const handedIn = waitingStates.filter((status) => status !== 'draft')
  const { rows } = await db.execute<TaskCount>(sql`
    select status, sum(kept)::int as all, sum(listed)::int as listed from (
      select task_counts.status, change as kept,
        case when courses.status = 'archived' and task_counts.status in ${handedIn} then 0 else change end as listed
      from task_counts join courses on courses.id = task_counts.course_id and courses.deleted_at is null
      where task_counts.status <> 'draft'
      union all
      select status, 0, -1 from (${idleTasks(handedIn)}) as idle) as changes
    group by status having sum(kept) > 0`)
  return rows
}

/** Puts one row in the place of the changes of each course and state that has several; the counts stay the same. */
export const addUpTaskCounts = (db: Db) =>
  db.execute(sql`
    with changes as (
      delete from task_counts where (course_id, status) in (
        select course_id, status from task_counts group by course_id, status having count(*) > 1)
      returning course_id, status, change)
    insert into task_counts (course_id, status, change)
    select course_id, status, sum(change) from changes group by course_id, status having sum(change) <> 0`)
