import { sql } from 'drizzle-orm'
import type { TaskHappening } from '#contract/events/events.schema.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import type { Db } from '#server/db/database.ts'

/** The channel of PostgreSQL that carries the ids of new events to every process. */
export const eventsChannel = 'praktika_events'

/** Who hears of something that happened to a work: its students, the staff of its course, or both. */
export type TaskAudience = 'all' | 'staff' | 'students'

/**
 * Tells open pages that something happened to a work. Call it with the act's transaction: it is heard when that commits,
 * and never when it does not.
 */
export const addTaskEvent = async (
  tx: Db,
  taskId: number,
  happening: TaskHappening,
  to: TaskAudience,
  extra: { lease?: Lease | null } = {},
) => {
  await tx.execute(sql`
    with told as (
      insert into events (event, user_ids, to_curators)
      select
        jsonb_build_object('type', 'task', 'happening', ${happening}::text, 'task_id', tasks.id,
          'lesson_id', lessons.id, 'course_id', lessons.course_id) || ${JSON.stringify(extra)}::jsonb,
        array(
          select user_id from task_students where task_id = tasks.id and ${to !== 'staff'}
          union
          select user_id from course_teachers where course_id = lessons.course_id and ${to !== 'students'}
        ),
        ${to !== 'students'}
      from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      where tasks.id = ${taskId}
      returning id)
    select pg_notify(${eventsChannel}, id::text) from told`)
}

/** Tells the open pages of people that they have new notifications. */
export const addNotificationEvent = async (tx: Db, userIds: number[]) => {
  if (userIds.length === 0) return
  await tx.execute(sql`
    with told as (
      insert into events (event, user_ids)
      values ('{"type": "notification"}'::jsonb, ${sql.param(userIds)}::int[])
      returning id)
    select pg_notify(${eventsChannel}, id::text) from told`)
}
