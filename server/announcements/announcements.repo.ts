import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnnouncingFacts } from '#contract/announcements/announcements.policy.ts'
import {
  type AnnouncementAudience,
  announcementPageSize,
  maxShownReaders,
} from '#contract/announcements/announcements.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { announcementReads, announcements } from '#server/announcements/announcements.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { addNotificationEvent } from '#server/events/events.repo.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

// rounded like the column, or it would be due half a millisecond before it is shown
const isShown = sql`${announcements.show_at} <= now()::timestamptz(3)`

/** Whether an announcement is for a person; joins `announcements`. Nobody is a reader of what they wrote. */
const isFor = ({ id, role }: Actor) => sql<boolean>`(
  ${announcements.author_id} <> ${id} and (
    ${announcements.to_roles} @> array[${role}::text]
    or ${announcements.to_courses} && array(
      select course_students.course_id from course_students
      join courses on courses.id = course_students.course_id
      where course_students.user_id = ${id} and courses.deleted_at is null)
    or ${announcements.to_cohorts} && array(
      select cohort_students.cohort_id from cohort_students where cohort_students.user_id = ${id})
  ))`

/** The active people whom an announcement is for; joins `announcements`, selects from `users readers`. */
const readersOf = sql`
  readers.active and readers.id <> ${announcements.author_id} and (
    readers.role = any(${announcements.to_roles})
    or exists(select 1 from course_students join courses on courses.id = course_students.course_id
      where course_students.user_id = readers.id and courses.deleted_at is null
        and course_students.course_id = any(${announcements.to_courses}))
    or exists(select 1 from cohort_students
      where cohort_students.user_id = readers.id and cohort_students.cohort_id = any(${announcements.to_cohorts}))
  )`

const readAt = (userId: number) => sql<string | null>`(
  select announcement_reads.read_at from announcement_reads
  where announcement_reads.announcement_id = ${announcements.id} and announcement_reads.user_id = ${userId})`

const select = (db: Db, actor: Actor) =>
  db
    .select({
      announcement: announcements,
      author: personColumns,
      is_reader: sql<boolean>`${isFor(actor)} and ${isShown}`,
      is_read: sql<boolean>`${readAt(actor.id)} is not null`,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.author_id))
    .$dynamic()
export type AnnouncementRow = Awaited<ReturnType<typeof select>>[number]

/** Which of the courses and classes do not exist; both empty when all do. */
export const listMissingAudience = async (db: Db, { course_ids, cohort_ids }: AnnouncementAudience) => {
  const missing = (table: SQL, ids: number[], exists: SQL) => sql`array(
    select id from unnest(${sql.param(ids)}::int[]) wanted(id)
    where not exists (select from ${table} where ${exists}))`
  const { rows } = await db.execute<{ course_ids: number[]; cohort_ids: number[] }>(sql`select
    ${missing(sql`courses`, course_ids, sql`courses.id = wanted.id and courses.deleted_at is null`)} as course_ids,
    ${missing(sql`cohorts`, cohort_ids, sql`cohorts.id = wanted.id`)} as cohort_ids`)
  return rows[0] ?? { course_ids: [], cohort_ids: [] }
}

export const findAnnouncement = async (db: Db, actor: Actor, id: number) => {
  const [row] = await select(db, actor).where(eq(announcements.id, id))
  return row ?? null
}

const visibleTo = (actor: Actor, unread: boolean): SQL | undefined => {
  const isTheirs = and(isFor(actor), isShown)
  if (unread) return and(isTheirs, sql`${readAt(actor.id)} is null`)
  return curates(actor, 'people') ? undefined : or(isTheirs, eq(announcements.author_id, actor.id))
}

/** A page of what a person may read, newest first: what they wrote as well, and everything for a curator. */
export const listAnnouncements = async (db: Db, actor: Actor, { page, unread }: { page: number; unread: boolean }) => {
  const condition = visibleTo(actor, unread)
  const [rows, totals] = await Promise.all([
    select(db, actor)
      .where(condition)
      .orderBy(desc(announcements.show_at), desc(announcements.id))
      .limit(announcementPageSize)
      .offset((page - 1) * announcementPageSize),
    db.select({ total: count() }).from(announcements).where(condition),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** How many people these announcements are for, and how many of them have read them; one query for all. */
export const countReaders = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return new Map<number, { reader_count: number; read_count: number }>()
  const { rows } = await db.execute<{ id: number; reader_count: number; read_count: number }>(sql`
    select announcements.id, count(readers.id)::int as reader_count, count(announcement_reads.user_id)::int as read_count
    from announcements
    left join users readers on ${readersOf}
    left join announcement_reads
      on announcement_reads.announcement_id = announcements.id and announcement_reads.user_id = readers.id
    where announcements.id = any(${sql.param(ids)}::int[])
    group by announcements.id`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The readers of an announcement, those who have not read it first, by name; and how many there are. */
export const listReaders = async (db: Db, id: number) => {
  const { rows } = await db.execute<{ id: number; read_at: string | null; total: number }>(sql`
    select readers.id, announcement_reads.read_at, (count(*) over ())::int as total
    from announcements
    join users readers on ${readersOf}
    left join announcement_reads
      on announcement_reads.announcement_id = announcements.id and announcement_reads.user_id = readers.id
    where announcements.id = ${id}
    order by announcement_reads.read_at is not null, readers.surname, readers.name, readers.id
    limit ${maxShownReaders}`)
  if (rows.length === 0) return { readers: [], total: 0 }
  const people = await db
    .select(personColumns)
    .from(users)
    .where(
      inArray(
        users.id,
        rows.map((row) => row.id),
      ),
    )
  const personOf = new Map(people.map((person) => [person.id, person]))
  const readers = rows.flatMap(({ id, read_at }) => {
    const person = personOf.get(id)
    return person ? [{ person, read_at: read_at && new Date(read_at).toISOString() }] : []
  })
  return { readers, total: rows[0]?.total ?? 0 }
}

/** An announcement that is shown by now; null when it is gone or waits. */
export const findAnnouncementToShow = async (db: Db, id: number) => {
  const [row] = await db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isShown))
  return row ?? null
}

/** Which of these announcements a person may see: what they wrote, what is for them; a curator sees all. */
export const listVisibleAnnouncements = (db: Db, actor: Actor, ids: number[]) =>
  db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(inArray(announcements.id, ids), visibleTo(actor, false)))

/** The people whom an announcement is for; with `unread` those who have not read it. */
export const listReaderIds = async (db: Db, id: number, { unread = false } = {}) => {
  const { rows } = await db.execute<{ ids: number[] | null }>(sql`
    select array_agg(readers.id) as ids
    from announcements
    join users readers on ${readersOf}
    where announcements.id = ${id} and not (${unread} and exists (
      select 1 from announcement_reads
      where announcement_reads.announcement_id = announcements.id and announcement_reads.user_id = readers.id))`)
  return rows[0]?.ids ?? []
}

/** The courses and classes that these announcements are for, by name. */
export const listAudiences = async (db: Db, rows: AnnouncementRow[]) => {
  const idsOf = (column: 'to_courses' | 'to_cohorts') => [
    ...new Set(rows.flatMap(({ announcement }) => announcement[column])),
  ]
  const [courses, cohorts] = [idsOf('to_courses'), idsOf('to_cohorts')]
  const named = await db.execute<{ kind: 'course' | 'cohort'; id: number; name: string }>(sql`
    select 'course' as kind, id, name from courses
    where deleted_at is null and id = any(${sql.param(courses)}::int[])
    union all select 'cohort', id, name from cohorts where id = any(${sql.param(cohorts)}::int[])
    order by name, id`)
  const ofKind = (wanted: string) => named.rows.flatMap(({ kind, id, name }) => (kind === wanted ? [{ id, name }] : []))
  return { courses: ofKind('course'), cohorts: ofKind('cohort') }
}

/** What a teacher may announce to. */
export const findAnnouncingFacts = async (db: Db, userId: number): Promise<AnnouncingFacts> => {
  const { rows } = await db.execute<{ course_ids: number[]; cohort_ids: number[] }>(sql`
    select array(select course_id from course_teachers where user_id = ${userId}) as course_ids,
      array(select cohort_id from cohort_leaders where user_id = ${userId}) as cohort_ids`)
  return rows[0] ?? { course_ids: [], cohort_ids: [] }
}

export const insertAnnouncement = async (tx: Db, values: typeof announcements.$inferInsert) => {
  return onlyRow(await tx.insert(announcements).values(values).returning())
}

/** An announcement, locked until the transaction ends; null when it is gone. */
export const lockAnnouncement = async (tx: Db, id: number) => {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  return row ?? null
}

export const updateAnnouncement = async (tx: Db, id: number, changes: Partial<typeof announcements.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await tx.update(announcements).set(changes).where(eq(announcements.id, id))
}

export const deleteAnnouncement = async (tx: Db, id: number) => {
  await tx.delete(announcements).where(eq(announcements.id, id))
}

/** The person has read it, and with it its notifications, on all their open pages. Call it in a transaction. */
export const markAnnouncementRead = async (tx: Db, id: number, userId: number) => {
  await tx.insert(announcementReads).values({ announcement_id: id, user_id: userId }).onConflictDoNothing()
  const { rows } = await tx.execute<{ id: number }>(sql`
    update notifications set read_at = now()
    where user_id = ${userId} and announcement_id = ${id} and read_at is null returning id`)
  if (rows.length > 0) await addNotificationEvent(tx, [userId], { read_ids: rows.map((row) => row.id) })
}
