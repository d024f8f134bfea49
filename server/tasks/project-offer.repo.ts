import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type ProjectOffer, projectOfferDays } from '#contract/tasks/tasks.schema.ts'
import type { Db } from '#server/db/database.ts'
import { taskStudents } from '#server/tasks/tasks.table.ts'

/**
 * Returns the newest task of the student that was accepted lately, since they last declined, and that no project was
 * made from, not even one that is deleted now.
 */
export const findProjectOffer = async (db: Db, userId: number): Promise<ProjectOffer | null> => {
  const { rows } = await db.execute<ProjectOffer & Record<string, unknown>>(sql`
    select tasks.id as task_id, tasks.score,
      jsonb_build_object('id', lessons.id, 'name', lessons.name) as lesson,
      jsonb_build_object('id', courses.id, 'name', courses.name) as course
    from task_students
    join tasks on tasks.id = task_students.task_id and tasks.status = 'accepted'
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
    join courses on courses.id = lessons.course_id and courses.deleted_at is null
    join attempts on attempts.task_id = tasks.id
    join reviews on reviews.attempt_id = attempts.id and reviews.verdict = 'accepted' and reviews.revoked_at is null
      and reviews.created_at > now() - make_interval(days => ${projectOfferDays})
      and reviews.created_at > coalesce(
        (select max(declined.offer_declined_at) from task_students as declined where declined.user_id = ${userId}),
        '-infinity')
    where task_students.user_id = ${userId}
      and not exists (select 1 from projects where projects.task_id = tasks.id)
    order by reviews.created_at desc, tasks.id desc limit 1`)
  return rows[0] ?? null
}

/** Whether the task of a student was accepted after they declined, for example again: then it is offered again. */
const isOfferedAgain = sql`exists (
  select 1 from attempts join reviews on reviews.attempt_id = attempts.id
  where attempts.task_id = task_students.task_id and reviews.verdict = 'accepted' and reviews.revoked_at is null
    and reviews.created_at > task_students.offer_declined_at)`

/** No task that is accepted by now is offered to the student any more. */
export const declineOffer = async (db: Db, taskId: number, userId: number) => {
  await db
    .update(taskStudents)
    .set({ offer_declined_at: sql`now()` })
    .where(
      and(
        eq(taskStudents.task_id, taskId),
        eq(taskStudents.user_id, userId),
        or(isNull(taskStudents.offer_declined_at), isOfferedAgain),
      ),
    )
}

/** Restores the offer of this task after it was declined. */
export const restoreOffer = async (db: Db, taskId: number, userId: number) => {
  await db
    .update(taskStudents)
    .set({ offer_declined_at: null })
    .where(and(eq(taskStudents.task_id, taskId), eq(taskStudents.user_id, userId)))
}
