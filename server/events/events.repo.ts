import { and, arrayContains, asc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { TaskHappening } from '#contract/events/events.schema.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import { type Actor, isCurator } from '#contract/users/users.policy.ts'
import { sessions } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'
import { events } from '#server/events/events.table.ts'
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

/** Whether a curator wrote it: an event for staff must then list the other curators. */
const byCurator = sql`exists(select 1 from users where users.role = 'curator' and ${wroteIt})`

/**
 * The teachers of the course, and the curators by id when one of them wrote the task, but never its authors; joins
 * `lessons`.
 */
const otherStaff = sql`
  select users.id from course_teachers join users on users.id = course_teachers.user_id and users.role <> 'student'
  where course_teachers.course_id = lessons.course_id and not ${wroteIt}
  union
  select users.id from users where users.role = 'curator' and ${byCurator} and not ${wroteIt}`

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
  await tx.execute(sql`
    with stored as (
      insert into events (event, user_ids, to_curators)
      select
        jsonb_build_object('type', 'task', 'happening', ${happening}::text, 'task_id', tasks.id,
          'lesson_id', lessons.id, 'course_id', lessons.course_id) || ${JSON.stringify(extra)}::jsonb,
        array(${to === 'students' ? authors : to === 'staff' ? otherStaff : sql`${authors} union ${otherStaff}`}),
        ${to === 'staff' ? sql`not ${byCurator}` : to === 'all'}
      from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      where tasks.id = any(${sql.param(taskIds)}::int[])
      returning id)
    select pg_notify(${eventsChannel}, id::text) from stored`)
}

/** The same for one task. */
export const addTaskEvent = (
  tx: Db,
  taskId: number,
  happening: TaskHappening,
  to: TaskAudience,
  extra: { lease?: Lease | null } = {},
) => addTaskEvents(tx, [taskId], happening, to, extra)

/** Notifies people's open pages of new notifications. */
export const addNotificationEvent = async (tx: Db, userIds: number[]) => {
  if (userIds.length === 0) return
  await tx.execute(sql`
    with stored as (
      insert into events (event, user_ids)
      values ('{"type": "notification"}'::jsonb, ${sql.param(userIds)}::int[])
      returning id)
    select pg_notify(${eventsChannel}, id::text) from stored`)
}

/** An event with its recipients. */
export type StoredEvent = Omit<typeof events.$inferSelect, 'created_at'>

const storedColumns = {
  id: events.id,
  event: events.event,
  user_ids: events.user_ids,
  to_curators: events.to_curators,
}

/** How long a page may be away and still receive what it missed. */
const kept = sql`interval '1 hour'`

/**
 * Ids are assigned when an act happens, and visible when it commits: a smaller one may follow a larger one, by as much
 * as acts may last.
 */
const maxActTime = sql`interval '1 minute'`

/** More than this are not sent one by one. */
const maxAtOnce = 500

/** These events, in their order; there may be many thousands. */
export const findEvents = (db: Db, ids: number[]): Promise<StoredEvent[]> =>
  db
    .select(storedColumns)
    .from(events)
    .where(sql`${events.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(asc(events.id))

/** The latest event's id; 0 before any. */
export const findLatestEventId = async (db: Db) => {
  const [row] = await db.select({ id: sql<string | null>`max(${events.id})` }).from(events)
  return Number(row?.id ?? 0)
}

/** The events of these that `actor` receives, or all without one; null when they are too many to send one by one. */
const listReceived = async (db: Db, during: SQL, actor?: Actor): Promise<StoredEvent[] | null> => {
  const theirs =
    actor && or(arrayContains(events.user_ids, [actor.id]), isCurator(actor) ? events.to_curators : undefined)
  const rows = await db
    .select(storedColumns)
    .from(events)
    .where(and(during, theirs))
    .orderBy(asc(events.id))
    .limit(maxAtOnce + 1)
  return rows.length > maxAtOnce ? null : rows
}

/**
 * Everything that may have become visible since an event, with a margin before it; only what `actor` receives, when one
 * is given. Null when that event is not kept any more, or when there are too many.
 */
export const listEventsSince = async (db: Db, id: number, actor?: Actor) => {
  const [last] = await db
    .select({ created_at: events.created_at })
    .from(events)
    .where(and(eq(events.id, id), gt(events.created_at, sql`now() - ${kept}`)))
  return last
    ? listReceived(db, sql`${events.created_at} > ${last.created_at}::timestamptz - ${maxActTime}`, actor)
    : null
}

/** What `actor` received within the last minute: a page is loaded a moment before it begins to listen. */
export const listLatestEvents = (db: Db, actor: Actor) =>
  listReceived(db, sql`${events.created_at} > now() - ${maxActTime}`, actor)

/** Deletes events that no page will resume after. */
export const deleteOldEvents = async (db: Db) => {
  await db.delete(events).where(lt(events.created_at, sql`now() - ${kept} - ${maxActTime}`))
}

/** The live ones among these sessions, with their users. */
export const findLiveSessions = (db: Db, tokenHashes: Buffer[]) =>
  db
    .select({ token_hash: sessions.token_hash, id: sessions.user_id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(inArray(sessions.token_hash, tokenHashes), gt(sessions.expires_at, sql`now()`), users.active))
