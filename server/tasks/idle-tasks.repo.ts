import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#contract/users/users.policy.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/**
 * Tasks that need an act by somebody, as SQL: queues, counts and main pages show only these. The same rule for one
 * loaded task is `idleReason` in `contract/tasks/idle.ts`.
 */

/** Whether tasks of a lesson are still reviewed; joins `lessons` and `courses`. */
export const isReviewedLesson = sql`(
  lessons.deleted_at is null and courses.deleted_at is null and courses.status <> 'archived')`

/**
 * Ids of abandoned tasks: each of their students has left the course. Starts from those who left, who are few; does not
 * depend on the outer query, so that PostgreSQL runs it once for all rows.
 */
export const abandonedTasks = sql`(
  select written.task_id from course_leavers
  join lessons on lessons.course_id = course_leavers.course_id
  join assignments on assignments.lesson_id = lessons.id
  join task_students as written
    on written.assignment_id = assignments.id and written.user_id = course_leavers.user_id
  where not exists (
    select 1 from task_students as others
    join course_students
      on course_students.course_id = course_leavers.course_id and course_students.user_id = others.user_id
    join users on users.id = others.user_id and users.active
    where others.task_id = written.task_id))`

/**
 * Whether a task may need an act by reviewers: of an active course and lesson, with a student who is still there. Joins
 * `tasks`.
 */
export const asksReviewers = sql<boolean>`(${tasks.assignment_id} in (
    select assignments.id from assignments
    join lessons on lessons.id = assignments.lesson_id
    join courses on courses.id = lessons.course_id
    where ${isReviewedLesson})
  and ${tasks.id} not in ${abandonedTasks})`

/** Whether a task may need an act by this student: they take its course, and can open its lesson. Joins `tasks`. */
const asksStudent = (userId: number) => sql<boolean>`(${tasks.assignment_id} in (
    select assignments.id from assignments
    join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
      and lessons.status = 'published' and coalesce(lessons.publish_at <= now(), true)
    join courses on courses.id = lessons.course_id and courses.deleted_at is null and courses.status = 'published'
    join course_students on course_students.course_id = courses.id and course_students.user_id = ${userId}))`

/** Whether a task may need an act by the actor, by their role. Joins `tasks`. */
export const mayAsk = (actor: Actor): SQL<boolean> => (actor.role === 'student' ? asksStudent(actor.id) : asksReviewers)
