import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#contract/users/users.policy.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/**
 * Tasks that need an act by somebody, as SQL: queues, counts and main pages show only these. The same rule for one
 * loaded task is `idleReason` in `contract/tasks/idle.ts`.
 */

/**
 * Whether a task is abandoned: each of its students has left the course. Joins `tasks`. PostgreSQL asks it of the rows of
 * a page, or starts from those who left, who are few.
 */
const isAbandoned = sql`exists (
  select 1 from task_students as written
  join course_leavers on course_leavers.course_id = written.course_id and course_leavers.user_id = written.user_id
  where written.task_id = tasks.id and not exists (
    select 1 from task_students as others
    join course_students on course_students.course_id = others.course_id and course_students.user_id = others.user_id
    join users on users.id = others.user_id and users.active
    where others.task_id = written.task_id))`

/**
 * Whether a task may need an act by reviewers: of an active course and lesson, with a student who is still there. Joins
 * `tasks`. Courses are few, and so are deleted lessons.
 */
export const asksReviewers = sql<boolean>`(tasks.course_id in (
    select courses.id from courses where courses.deleted_at is null and courses.status <> 'archived')
  and tasks.assignment_id not in (
    select assignments.id from lessons join assignments on assignments.lesson_id = lessons.id
    where lessons.deleted_at is not null)
  and not ${isAbandoned})`

/** Whether a task may need an act by this student: they take its course, and can open its lesson. Joins `tasks`. */
const asksStudent = (userId: number) => sql<boolean>`(${tasks.assignment_id} in (
    select assignments.id from assignments
    join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
      and lessons.status = 'published' and coalesce(lessons.publish_at <= ${new Date().toISOString()}::timestamptz, true)
    join courses on courses.id = lessons.course_id and courses.deleted_at is null and courses.status = 'published'
    join course_students on course_students.course_id = courses.id and course_students.user_id = ${userId}))`

/** Whether a task may need an act by the actor, by their role. Joins `tasks`. */
export const mayAsk = (actor: Actor): SQL<boolean> => (actor.role === 'student' ? asksStudent(actor.id) : asksReviewers)
