import { and, asc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { TaskHappening } from '#contract/events/events.schema.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import { sessions } from '#server/auth/auth.table.ts'
import { isLiveSession } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { eventWeight, keptMs, maxActMs, maxWeight } from '#server/events/event-limits.ts'
import { events } from '#server/events/events.table.ts'
import { curatesPart } from '#server/users/curators.repo.ts'
import { users } from '#server/users/users.table.ts'

/** The channel of PostgreSQL that carries the ids of new events to every process. */
export const eventsChannel = 'praktika_events'

/** Who receives an event of a task: its students, the staff of its course, or both. */
export type TaskAudience = 'all' | 'staff' | 'students'

/** The students of a task; joins `tasks`. */
const authors = sql`select task_students.user_id from task_students where task_students.task_id = tasks.id`

/** Whether a person wrote the task; joins `users` and `tasks`. */
const wroteIt = sql`exists(
  select 1 from task_students where task_students.task_id = tasks.id and task_students.user_id = users.id)`

/** Whether a curator of courses wrote it: an event for staff must then list the other ones. */
const byCurator = sql`exists(select 1 from users where ${curatesPart('courses')} and ${wroteIt})`

/**
 * The teachers of the course, and the curators by id when one of them wrote the task, but never its authors; joins
 * `lessons`.
 */
const otherStaff = sql`
  select users.id from course_teachers join users on users.id = course_teachers.user_id and users.role <> 'student'
  where course_teachers.course_id = lessons.course_id and not ${wroteIt}
  union
  select users.id from users where ${curatesPart('courses')} and ${byCurator} and not ${wroteIt}`

/** Adds the rows of an `insert into events` and notifies every process of them. */
const addEvents = (tx: Db, insert: SQL) =>
  tx.execute(sql`with stored as (${insert} returning id) select pg_notify(${eventsChannel}, id::text) from stored`)

/**
 * Notifies open pages that something happened to tasks. Call it in the act's transaction: it is sent on commit, and
 * never on rollback.
 */
export const addTaskEvents = async (
  tx: Db,
  taskIds: number[],
  happening: TaskHappening,
  to: TaskAudience,
  extra: { lease?: Lease | null } = {},
) => {
  await addEvents(
    tx,
    sql`
      insert into events (event, user_ids, to_curators)
      select
        jsonb_build_object('type', 'task', 'happening', ${happening}::text, 'task_id', tasks.id,
          'lesson_id', lessons.id, 'course_id', lessons.course_id) || ${JSON.stringify(extra)}::jsonb,
        array(${to === 'students' ? authors : to === 'staff' ? otherStaff : sql`${authors} union ${otherStaff}`}),
        ${to === 'staff' ? sql`not ${byCurator}` : to === 'all'}
      from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      where tasks.id = any(${sql.param(taskIds)}::int[])`,
  )
}

/** The same for one task. */
export const addTaskEvent = (
  tx: Db,
  taskId: number,
  happening: TaskHappening,
  to: TaskAudience,
  extra: { lease?: Lease | null } = {},
) => addTaskEvents(tx, [taskId], happening, to, extra)

/** Notifies people's open pages of new notifications, or of the ids of those that one of them has read. */
export const addNotificationEvent = async (tx: Db, userIds: number[], extra: { read_ids?: number[] } = {}) => {
  if (userIds.length === 0) return
  const event = JSON.stringify({ type: 'notification', ...extra })
  await addEvents(
    tx,
    sql`
      insert into events (event, user_ids)
      values (${event}::jsonb, ${sql.param(userIds)}::int[])`,
  )
}

/** Notifies open pages of the course's staff that the course or its outline has changed. */
export const addCourseEvent = async (tx: Db, courseId: number) => {
  await addEvents(
    tx,
    sql`
      insert into events (event, user_ids, to_curators)
      values (
        jsonb_build_object('type', 'course', 'course_id', ${courseId}::int),
        array(select user_id from course_teachers where course_id = ${courseId}), true)`,
  )
}

/** Notifies open pages of everybody in a lesson's course that its questions have changed. */
export const addQuestionsEvent = async (tx: Db, lessonId: number) => {
  await addEvents(
    tx,
    sql`
      insert into events (event, user_ids, to_curators)
      select jsonb_build_object('type', 'questions', 'lesson_id', lessons.id),
        array(
          select user_id from course_teachers where course_teachers.course_id = lessons.course_id
          union select user_id from course_students where course_students.course_id = lessons.course_id), true
      from lessons where lessons.id = ${lessonId}`,
  )
}

/** An event with its recipients. */
export interface StoredEvent extends Omit<typeof events.$inferSelect, 'created_at'> {
  /** When it was added, in milliseconds by the clock of this process. */
  at: number
}

const storedColumns = {
  id: events.id,
  event: events.event,
  user_ids: events.user_ids,
  to_curators: events.to_curators,
  /** In milliseconds; the clock of the database may differ from ours. */
  age: sql<number>`(extract(epoch from clock_timestamp() - ${events.created_at}) * 1000)::float8`,
}

const withMoment = <Row extends { age: number }>({ age, ...event }: Row) => ({ ...event, at: Date.now() - age })

const kept = sql`${keptMs} * interval '1 millisecond'`

/** These events, in their order; there may be many thousands. */
export const findEvents = async (db: Db, ids: number[]): Promise<StoredEvent[]> => {
  const rows = await db
    .select(storedColumns)
    .from(events)
    .where(sql`${events.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(asc(events.id))
  return rows.map(withMoment)
}

/** The events of the last hour, in their order; the latest ones when they weigh more than `maxWeight`, and one more. */
export const listRecentEvents = async (db: Db): Promise<StoredEvent[]> => {
  const weight = sql`${eventWeight}::int + cardinality(${events.user_ids})`
  const weighed = db
    .select({
      ...storedColumns,
      age: storedColumns.age.as('age'),
      newer: sql<number>`sum(${weight}) over (order by ${events.created_at} desc, ${events.id} desc) - (${weight})`.as(
        'newer',
      ),
    })
    .from(events)
    .where(gt(events.created_at, sql`now() - ${kept}`))
    .as('weighed')
  const { id, event, user_ids, to_curators, age } = weighed
  const rows = await db
    .select({ id, event, user_ids, to_curators, age })
    .from(weighed)
    .where(lte(weighed.newer, maxWeight))
    .orderBy(asc(id))
  return rows.map(withMoment)
}

/** Deletes events that no page will resume after. */
export const deleteOldEvents = async (db: Db) => {
  await db.delete(events).where(lt(events.created_at, sql`now() - ${kept} - ${maxActMs} * interval '1 millisecond'`))
}

/** The live ones among these sessions, with their users. */
export const findLiveSessions = (db: Db, tokenHashes: Buffer[]) =>
  db
    .select({ token_hash: sessions.token_hash, role: users.role, rights: users.rights })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(sql`${sessions.token_hash} = any(${sql.param(tokenHashes)}::bytea[])`, isLiveSession))
