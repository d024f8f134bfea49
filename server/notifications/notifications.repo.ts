import { and, count, desc, eq, inArray, isNull, like, not, or, type SQL, sql } from 'drizzle-orm'
import {
  type Notification,
  NotificationType,
  newestNotifications,
} from '#contract/notifications/notifications.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { addNotificationEvent } from '#server/events/events.repo.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { planDeliveries } from '#server/notifications/plan-deliveries.ts'
import { projects } from '#server/projects/projects.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { presentPerson } from '#server/users/present-person.ts'
import { users } from '#server/users/users.table.ts'

const select = (db: Db) =>
  db
    .select({
      notification: notifications,
      actor: personColumns,
      project: { id: projects.id, name: projects.name },
      lesson: { id: lessons.id, name: lessons.name },
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actor_id))
    .leftJoin(projects, and(eq(projects.id, notifications.project_id), isNull(projects.deleted_at)))
    // a task outlives its lesson, so its notifications keep their address
    .leftJoin(
      lessons,
      and(eq(lessons.id, notifications.lesson_id), or(isNull(lessons.deleted_at), like(notifications.type, 'task-%'))),
    )
    .orderBy(desc(notifications.id))
    .$dynamic()

/**
 * What a person sees in the list. A later version of the site that runs beside this one may have written other types.
 */
const isListed = and(notifications.on_site, inArray(notifications.type, NotificationType.options))

type Row = Awaited<ReturnType<typeof select>>[number]

const present = ({ notification, actor, project, lesson }: Row): Notification => ({
  id: notification.id,
  type: notification.type,
  created_at: notification.created_at,
  read_at: notification.read_at,
  user: actor && presentPerson(actor),
  data: { title: notification.title, comment: notification.comment },
  project: project && { ...project, ...(notification.project_key !== null && { key: notification.project_key }) },
  lesson,
  status: notification.task_status && taskStatuses[notification.task_status],
  place: notification.place,
  announcement: notification.announcement_id === null ? null : { id: notification.announcement_id },
})

/** The newest notifications of a person, as they are sent with the signed-in user. */
export const listNewestNotifications = async (db: Db, userId: number) => {
  const statement = prepared(db, 'newest_notifications', (db, name) =>
    select(db)
      .where(and(eq(notifications.user_id, sql.placeholder('user_id')), isListed))
      .limit(newestNotifications)
      .prepare(name),
  )
  return (await statement.execute({ user_id: userId })).map(present)
}

/** One page of a person's notifications, newest first. */
export const listNotifications = async (db: Db, userId: number, page: number) => {
  const [rows, totals] = await Promise.all([
    select(db)
      .where(and(eq(notifications.user_id, userId), isListed))
      .limit(newestNotifications)
      .offset((page - 1) * newestNotifications),
    db
      .select({ total: count() })
      .from(notifications)
      .where(and(eq(notifications.user_id, userId), isListed)),
  ])
  return { notifications: rows.map(present), total: totals[0]?.total ?? 0 }
}

export const countUnread = async (db: Db, userId: number) => {
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at), isListed))
  return row?.unread ?? 0
}

/**
 * Marks those of the notifications that are the person's own and unread as read, and notifies their open pages. Call it
 * in a transaction.
 */
export const markRead = async (tx: Db, userId: number, ids: number[]) => {
  if (ids.length === 0) return
  const read = await tx
    .update(notifications)
    .set({ read_at: sql`now()` })
    .where(and(eq(notifications.user_id, userId), inArray(notifications.id, ids), isNull(notifications.read_at)))
    .returning({ id: notifications.id })
  if (read.length > 0) await addNotificationEvent(tx, [userId], { read_ids: read.map(({ id }) => id) })
}

/** What a notification is about. */
export type News = Pick<typeof notifications.$inferInsert, 'type' | 'title'> &
  Partial<
    Pick<
      typeof notifications.$inferInsert,
      | 'actor_id'
      | 'comment'
      | 'project_id'
      | 'project_key'
      | 'lesson_id'
      | 'announcement_id'
      | 'task_status'
      | 'place'
      | 'same_as'
    >
  >

/**
 * Adds the same notification for each of these people, and notifies their open pages, letters and browsers by what each
 * of them has chosen; a constant number of queries for any number of people. Leaves out those who have one with the
 * same `same_as`, and returns the others' ids. `letter: false` where a letter of its own is sent. Call it in a
 * transaction.
 */
export const insertNotifications = async (tx: Db, userIds: number[], news: News, { letter = true } = {}) => {
  if (userIds.length === 0) return []
  const { type, title, actor_id = null, comment = null, place = null, same_as = null } = news
  const { project_id = null, project_key = null, lesson_id = null, announcement_id = null, task_status = null } = news
  const plan = await planDeliveries(tx, userIds)
  const { rows } = await tx.execute<{ added: { id: number; user_id: number }[] | null }>(sql`
    with added as (
      insert into notifications (user_id, type, title, actor_id, comment, project_id, project_key, lesson_id,
        announcement_id, task_status, place, same_as, on_site)
      select user_id, ${type}, ${title}, ${actor_id}::int, ${comment}, ${project_id}::int, ${project_key},
        ${lesson_id}::int, ${announcement_id}::int, ${task_status}, ${place}, ${same_as}, on_site
      from unnest(${sql.param(userIds)}::int[], ${sql.param(plan.onSite(userIds, type))}::boolean[])
        as recipients (user_id, on_site)
      on conflict do nothing
      returning id, user_id)
    select json_agg(added) as added from added`)
  const added = rows[0]?.added ?? []
  await plan.send(
    added.map((row) => ({ ...row, type })),
    { letter },
  )
  const recipients = [...new Set(added.map(({ user_id }) => user_id))]
  await addNotificationEvent(tx, recipients)
  return recipients
}

const deleteWhere = async (tx: Db, condition: SQL | undefined) => {
  const gone = await tx.delete(notifications).where(condition).returning({ user_id: notifications.user_id })
  await addNotificationEvent(tx, [...new Set(gone.map(({ user_id }) => user_id))])
}

/** Deletes the notifications of an announcement, except for those of its readers; open pages count again. */
export const deleteNotificationsOfAnnouncement = async (tx: Db, announcementId: number, readerIds: number[] = []) => {
  const isReader = sql`${notifications.user_id} = any(${sql.param(readerIds)}::int[])`
  await deleteWhere(tx, and(eq(notifications.announcement_id, announcementId), not(isReader)))
}

/**
 * Adds a notification of its own for each of these people, in one statement, and notifies their open pages. Leaves out
 * those who have one with the same `same_as`. Call it in a transaction.
 */
export const insertOwnNotifications = async (
  tx: Db,
  type: News['type'],
  rows: { user_id: number; title: string; same_as: string; place?: string }[],
) => {
  if (rows.length === 0) return
  const userIds = rows.map(({ user_id }) => user_id)
  const plan = await planDeliveries(tx, userIds)
  const onSite = plan.onSite(userIds, type)
  const added = await tx
    .insert(notifications)
    .values(rows.map((row, place) => ({ ...row, type, on_site: onSite[place] ?? true })))
    .onConflictDoNothing()
    .returning({ id: notifications.id, user_id: notifications.user_id, type: notifications.type })
  await plan.send(added)
  await addNotificationEvent(
    tx,
    added.map(({ user_id }) => user_id),
  )
}

/** Deletes the notifications about a lesson with one of these `same_as`; their people's open pages count again. */
export const deleteNotificationsOfLesson = async (tx: Db, lessonId: number, sameAs: readonly string[]) => {
  await deleteWhere(tx, and(eq(notifications.lesson_id, lessonId), inArray(notifications.same_as, sameAs)))
}

/** Deletes the news of these lessons that nobody has read yet, as the lessons are closed; open pages count again. */
export const deleteUnreadLessonNews = async (tx: Db, lessonIds: number[]) => {
  if (lessonIds.length === 0) return
  const ofLessons = and(inArray(notifications.lesson_id, lessonIds), eq(notifications.type, 'lesson-published'))
  await deleteWhere(tx, and(ofLessons, isNull(notifications.read_at)))
}

/** The courses that a notification of enrolments is about, as texts: its `same_as` is «course-enrolled:3,7». */
const enrolledCourses = sql`string_to_array(substr(${notifications.same_as}, length('course-enrolled:') + 1), ',')`

/**
 * Deletes the news of these enrolments that their people have not read yet, even if it is about others, too; their
 * open pages count again. Returns what was deleted.
 */
export const deleteUnreadEnrolmentNews = async (tx: Db, enrolments: { course_id: number; user_id: number }[]) => {
  if (enrolments.length === 0) return []
  const userIds = sql`${sql.param(enrolments.map(({ user_id }) => user_id))}::int[]`
  const courseIds = sql`${sql.param(enrolments.map(({ course_id }) => course_id))}::int[]`
  const gone = await tx
    .delete(notifications)
    .where(
      and(
        isNull(notifications.read_at),
        sql`${notifications.user_id} = any(${userIds})`,
        like(notifications.same_as, 'course-enrolled:%'),
        sql`exists (
          select 1 from unnest(${userIds}, ${courseIds}) as ended (user_id, course_id)
          where ended.user_id = ${notifications.user_id} and ended.course_id::text = any(${enrolledCourses}))`,
      ),
    )
    .returning({
      user_id: notifications.user_id,
      actor_id: notifications.actor_id,
      course_ids: sql<number[]>`${enrolledCourses}::int[]`,
    })
  await addNotificationEvent(tx, [...new Set(gone.map(({ user_id }) => user_id))])
  return gone
}

/** Deletes these people's notifications with this `same_as`; their open pages count again. */
export const deleteNotificationsLike = async (tx: Db, userIds: number[], sameAs: string) => {
  if (userIds.length === 0) return
  await deleteWhere(tx, and(inArray(notifications.user_id, userIds), eq(notifications.same_as, sameAs)))
}

/** Deletes everybody's notifications with one of these `same_as`; their open pages count again. Reads the whole table. */
export const deleteNotificationsOfAnybody = async (tx: Db, sameAs: readonly string[]) => {
  await deleteWhere(tx, inArray(notifications.same_as, sameAs))
}

/** Which of these people have a notification with which of these `same_as`: «7 handover:3». */
export const listNotified = async (db: Db, userIds: number[], sameAs: string[]) => {
  const { user_id, same_as } = notifications
  const rows = await db
    .select({ user_id, same_as })
    .from(notifications)
    .where(sql`${user_id} = any(${sql.param(userIds)}::int[]) and ${same_as} = any(${sql.param(sameAs)}::text[])`)
  return rows.map((row) => `${row.user_id} ${row.same_as}`)
}
