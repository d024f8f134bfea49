import { type SQL, sql } from 'drizzle-orm'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/**
 * Tasks that need an act by somebody, as SQL: queues, counts and main pages show only these. The same rule for one
 * loaded task is `idleReason` in `contract/tasks/idle.ts`.
 */

/** States in which a task waits for somebody: those that no longer need an act are left out of them. */
export const waitingStates: TaskStatus[] = ['draft', 'submitted', 'returned']

/** A row where each student of the task has left. */
const leftBy = (taskId: SQL) => sql`
  select 1 from task_students as written
  join course_leavers on course_leavers.course_id = written.course_id and course_leavers.user_id = written.user_id
  where written.task_id = ${taskId} and not exists (
    select 1 from task_students as others
    join course_students on course_students.course_id = written.course_id and course_students.user_id = others.user_id
    join users on users.id = others.user_id and users.active
    where others.task_id = written.task_id)`

/**
 * Whether a task is abandoned: each of its students has left the course. Joins `tasks`. For queries about a few
 * courses; others ask `abandonedTasks`.
 */
const isAbandoned = sql`exists (${leftBy(sql`tasks.id`)})`

/**
 * The same for one row after the other, whatever PostgreSQL thinks of their number; `taskId` is the column to ask
 * about.
 */
export const isAbandonedOneByOne = (taskId: SQL): SQL => sql`exists (${leftBy(taskId)} offset 0)`

/** Which abandoned tasks are looked for: all, unless it is narrowed down. */
interface Sought {
  states?: TaskStatus[] | undefined
  /** A condition on `course_id`. */
  courses?: SQL | undefined
  /** A query of the ids of tasks. */
  among?: SQL | undefined
}

/**
 * The abandoned tasks: `task_id`, `status` and `course_id`. Starts from those who left, who are few: `offset 0` keeps
 * PostgreSQL from reading the tasks of everybody else first.
 */
export const abandonedTasks = ({ states, courses, among }: Sought): SQL => sql`
  select distinct written.task_id, written.status, written.course_id
  from (select * from course_leavers where ${courses ?? sql`true`}) as course_leavers
  cross join lateral (
    select task_students.* from task_students
    where task_students.course_id = course_leavers.course_id and task_students.user_id = course_leavers.user_id
      ${states ? sql`and task_students.status in ${states}` : sql``}
      ${among ? sql`and task_students.task_id in (${among})` : sql``}
    offset 0) as written
  where not exists (
      select 1 from course_students
      join users on users.id = course_students.user_id and users.active
      where course_students.course_id = course_leavers.course_id and course_students.user_id = course_leavers.user_id)
    and not exists (
      select 1 from task_students as others
      join course_students on course_students.course_id = written.course_id and course_students.user_id = others.user_id
      join users on users.id = others.user_id and users.active
      where others.task_id = written.task_id and others.user_id <> written.user_id)`

/** The courses whose tasks may need an act by reviewers. */
export const activeCourses = sql`(
  select courses.id from courses where courses.deleted_at is null and courses.status <> 'archived')`

/** The assignments of deleted lessons, which are few. */
export const deletedAssignments = sql`(
  select assignments.id from lessons join assignments on assignments.lesson_id = lessons.id
  where lessons.deleted_at is not null)`

const asks = (isAbandoned: SQL) => sql<boolean>`(tasks.course_id in ${activeCourses}
  and tasks.assignment_id not in ${deletedAssignments} and not ${isAbandoned})`

/**
 * Whether a task may need an act by reviewers: of an active course and lesson, with a student who is still there. Joins
 * `tasks`. Courses are few, and so are deleted lessons.
 */
export const asksReviewers = asks(isAbandoned)

/** The same for queries that read a large part of the school's tasks: the abandoned of those are found once. */
const asksReviewersOfMany = (sought: Sought) =>
  asks(sql`(tasks.id in (select abandoned.task_id from (${abandonedTasks(sought)}) as abandoned))`)

/** Whether a task may need an act by this student: they take its course, and can open its lesson. Joins `tasks`. */
const asksStudent = (userId: number) => sql<boolean>`(${tasks.assignment_id} in (
    select assignments.id from assignments
    join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
      and lessons.status = 'published' and coalesce(lessons.publish_at <= ${new Date().toISOString()}::timestamptz, true)
    join courses on courses.id = lessons.course_id and courses.deleted_at is null and courses.status = 'published'
    join course_students on course_students.course_id = courses.id and course_students.user_id = ${userId}))`

/** The same, asked of one row after the other: only of those up to the end of a page, in the order of the list. */
const asksReviewersOneByOne = asks(isAbandonedOneByOne(sql`tasks.id`))

/**
 * Whether a task may need an act by the actor, by their role. Joins `tasks`. How it is asked: of the rows of a page, or
 * of a large part of the school, as far as the query reads it.
 */
export const mayAsk = (actor: Actor, of?: 'page' | Sought): SQL<boolean> => {
  if (actor.role === 'student') return asksStudent(actor.id)
  if (of === 'page') return asksReviewersOneByOne
  return of ? asksReviewersOfMany(of) : asksReviewers
}
