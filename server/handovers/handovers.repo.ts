import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Moved } from '#contract/handovers/handovers.schema.ts'
import { lockCourses } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type Handed, handovers } from '#server/handovers/handovers.table.ts'

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`

/** Pairs as rows of two columns. */
const pairs = <Row>(rows: Row[], first: (row: Row) => number, second: (row: Row) => number | null) =>
  sql`unnest(${ids(rows.map(first))}, ${sql.param(rows.map(second))}::int[])`

export const insertHandover = async (tx: Db, values: typeof handovers.$inferInsert) => {
  return onlyRow(await tx.insert(handovers).values(values).returning())
}

/**
 * No other handover returns until the transaction ends: each changes what later ones keep, and then waits for their
 * courses. Call it before anything is locked.
 */
export const returnAlone = async (tx: Db) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('handovers'))`)
}

export const findHandover = async (db: Db, id: number) => {
  const [row] = await db.select().from(handovers).where(eq(handovers.id, id))
  return row ?? null
}

/** The newest handovers of a person. */
export const listHandovers = (db: Db, userId: number) =>
  db.select().from(handovers).where(eq(handovers.user_id, userId)).orderBy(desc(handovers.id)).limit(20)

/** Handovers of these people after this one that have not returned. */
export const listLaterHandovers = (tx: Db, id: number, userIds: number[]) =>
  tx
    .select()
    .from(handovers)
    .where(and(inArray(handovers.user_id, userIds), gt(handovers.id, id), isNull(handovers.ended_at)))
    .orderBy(handovers.id)

export const endHandover = async (tx: Db, id: number) => {
  const rows = await tx
    .update(handovers)
    .set({ ended_at: new Date().toISOString() })
    .where(eq(handovers.id, id))
    .returning()
  return onlyRow(rows)
}

export const updateHanded = async (tx: Db, id: number, handed: Handed) => {
  await tx.update(handovers).set({ handed }).where(eq(handovers.id, id))
}

/** Where courses and classes have the people who answer for them. */
export type Places = 'course_teachers' | 'cohort_leaders'
const placesOf = (table: Places) => ({
  table: sql.identifier(table),
  thing: sql.identifier(table === 'course_teachers' ? 'course_id' : 'cohort_id'),
})

/** Locks classes, then courses, of these ids, in the order that every act on classes follows. */
export const lockPlaces = async (tx: Db, { cohorts, courses }: { cohorts: number[]; courses: number[] }) => {
  if (cohorts.length > 0)
    await tx.execute(sql`select 1 from cohorts where id = any(${ids(cohorts)}) order by id for update`)
  if (courses.length > 0) await lockCourses(tx, courses)
}

/** The ids of a person's classes, and of their courses that are not deleted. */
export const listPlaces = async (db: Db, userId: number) => {
  const { rows } = await db.execute<{ cohorts: number[]; courses: number[] }>(sql`
    select array(select cohort_id from cohort_leaders where user_id = ${userId}) as cohorts,
      array(select course_id from course_teachers join courses on courses.id = course_id and courses.deleted_at is null
        where user_id = ${userId}) as courses`)
  return rows[0] as { cohorts: number[]; courses: number[] }
}

/** Adds every person to every course or class; returns the places that are new. */
export const addToPlaces = async (tx: Db, places: Places, thingIds: number[], userIds: number[]) => {
  const { table, thing } = placesOf(places)
  const { rows } = await tx.execute<{ id: number; user_id: number }>(sql`
    insert into ${table} (${thing}, user_id)
    select things.id, people.id from unnest(${ids(thingIds)}) as things (id), unnest(${ids(userIds)}) as people (id)
    on conflict do nothing
    returning ${thing} as id, user_id`)
  return rows
}

/** Takes a person out of courses or classes; returns since when they were there. */
export const leavePlaces = async (tx: Db, places: Places, thingIds: number[], userId: number) => {
  const { table, thing } = placesOf(places)
  // locked in the order of `holdStaff`
  const { rows } = await tx.execute<{ id: number; since: string }>(sql`
    with gone as (
      select ${thing} as id, user_id, since from ${table}
      where user_id = ${userId} and ${thing} = any(${ids(thingIds)})
      order by id for update)
    delete from ${table} as places using gone where places.${thing} = gone.id and places.user_id = gone.user_id
    returning gone.id, to_json(gone.since)#>>'{}' as since`)
  return rows
}

/** Returns a person to the courses or classes that still exist. */
export const returnToPlaces = async (tx: Db, places: Places, kept: { id: number; since: string }[], userId: number) => {
  const { table, thing } = placesOf(places)
  const things = sql.identifier(places === 'course_teachers' ? 'courses' : 'cohorts')
  await tx.execute(sql`
    insert into ${table} (${thing}, user_id, since)
    select kept.id, ${userId}, kept.since
    from unnest(${ids(kept.map(({ id }) => id))}, ${sql.param(kept.map(({ since }) => since))}::timestamptz[])
      as kept (id, since)
    join ${things} on ${things}.id = kept.id
    on conflict do nothing`)
}

/** Removes these places; returns those that were still there. */
export const removePlaces = async (tx: Db, places: Places, rows: { id: number; user_id: number }[]) => {
  const { table, thing } = placesOf(places)
  // locked in the order of `holdStaff`
  const removed = await tx.execute<{ id: number; user_id: number }>(sql`
    with gone as (
      select ${thing} as id, user_id from ${table}
      where (${thing}, user_id) in (
        select * from ${pairs(
          rows,
          ({ id }) => id,
          ({ user_id }) => user_id,
        )})
      order by id, user_id for update)
    delete from ${table} as places using gone where places.${thing} = gone.id and places.user_id = gone.user_id
    returning gone.id, gone.user_id`)
  return removed.rows
}

/** Puts the receivers in a person's place in the lists of reviewers; returns what changed. */
export const replaceReviewers = async (tx: Db, courseIds: number[], userId: number, receivers: number[]) => {
  const { rows } = await tx.execute<Handed['reviewers'][number]>(sql`
    with listed as (
      select assignments.id, reviewer_ids as before, (
        select jsonb_agg(person order by place) from (
          select person, min(place) as place from (
            select value::int as person, ordinality as place from jsonb_array_elements_text(reviewer_ids) with ordinality
            where value::int <> ${userId}
            union all select unnest(${ids(receivers)}), 1000000) everybody
          group by person) people) as after
      from assignments join lessons on lessons.id = lesson_id
      where course_id = any(${ids(courseIds)}) and reviewer_ids @> to_jsonb(${userId}::int)
      for no key update of assignments)
    update assignments set reviewer_ids = after from listed where listed.id = assignments.id
    returning assignments.id, before, after`)
  return rows
}

/** Restores lists of reviewers that nobody has changed since. */
export const restoreReviewers = async (tx: Db, lists: Handed['reviewers']) => {
  await tx.execute(sql`
    update assignments set reviewer_ids = kept.before
    from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as kept (id int, before jsonb, after jsonb)
    where assignments.id = kept.id and reviewer_ids = kept.after`)
}

/** The tasks that pass on when a person hands over. Joins `tasks`. */
const passes = (userId: number, receivers: number[], courseIds: number[]) => sql`(
  tasks.status in ('draft', 'submitted', 'returned') and (
    tasks.reviewer_id = ${userId}
    or (tasks.reviewer_id is null and tasks.status = 'submitted' and tasks.course_id = any(${ids(courseIds)}) and (
      (tasks.lease_user_id = ${userId} and tasks.lease_expires_at > now())
      or exists (select 1 from drafts where user_id = ${userId} and key = 'review:' || tasks.id and value is not null)
      -- what waits for whoever teaches the course, unless somebody teaches it who takes no part in this
      or not exists (
        select 1 from course_teachers join users on users.id = course_teachers.user_id and users.active
        where course_teachers.course_id = tasks.course_id and users.role <> 'student'
          and not users.id = any(${ids([userId, ...receivers])}))))))`

/** A task that passes to another reviewer. */
export interface PassingTask {
  id: number
  attempt: number | null
  reviewer_id: number | null
  student_ids: number[]
  /** The receivers who teach its course. */
  teacher_ids: number[]
}

/** The open tasks that pass with a person, or only those of some courses; locked in the order of their ids. */
export const lockPassingTasks = async (
  tx: Db,
  userId: number,
  receivers: number[],
  { courseIds, only }: { courseIds: number[]; only: boolean },
) => {
  const { rows } = await tx.execute<PassingTask & Record<string, unknown>>(sql`
    select tasks.id, tasks.attempt, tasks.reviewer_id,
      array(select user_id from task_students where task_students.task_id = tasks.id) as student_ids,
      array(select user_id from course_teachers where course_teachers.course_id = tasks.course_id
        and user_id = any(${ids(receivers)})) as teacher_ids
    from tasks
    where ${passes(userId, receivers, courseIds)} ${only ? sql`and tasks.course_id = any(${ids(courseIds)})` : sql``}
    order by tasks.id
    for no key update of tasks`)
  return rows
}

/** What a person would hand over to these receivers now. */
export const countHeld = async (db: Db, userId: number, receivers: number[] = []): Promise<Moved> => {
  const { courses, cohorts } = await listPlaces(db, userId)
  const { rows } = await db.execute<{ tasks: number }>(sql`
    select count(*)::int as tasks from tasks where ${passes(userId, receivers, courses)}`)
  return { courses: courses.length, tasks: rows[0]?.tasks ?? 0, cohorts: cohorts.length }
}

/** Ends a person's leases; returns them. */
export const endLeases = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<Handed['leases'][number]>(sql`
    with held as (
      select id, lease_since, lease_expires_at from tasks where lease_user_id = ${userId} order by id for no key update)
    update tasks set lease_user_id = null, lease_since = null, lease_expires_at = null
    from held where held.id = tasks.id
    returning tasks.id, to_json(held.lease_since)#>>'{}' as since, to_json(held.lease_expires_at)#>>'{}' as expires_at`)
  return rows
}

/** Ends these people's leases on tasks of courses that they have left; returns the tasks. */
export const endLeasesIn = async (tx: Db, places: { id: number; user_id: number }[]) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update tasks set lease_user_id = null, lease_since = null, lease_expires_at = null
    where (course_id, lease_user_id) in (
      select * from ${pairs(
        places,
        ({ id }) => id,
        ({ user_id }) => user_id,
      )})
    returning id`)
  return rows.map(({ id }) => id)
}

/** Restores the reviewers of tasks of these courses that still have a verdict or an excuse, and no other reviewer. */
export const restoreFreed = async (tx: Db, courseIds: number[], freed: { id: number; from: number }[]) => {
  await tx.execute(sql`
    update tasks set reviewer_id = kept.before
    from ${pairs(
      freed,
      ({ id }) => id,
      ({ from }) => from,
    )} as kept (id, before)
    where tasks.id = kept.id and tasks.course_id = any(${ids(courseIds)})
      and tasks.reviewer_id is null and tasks.status in ('accepted', 'excused')`)
}

/** Restores leases that have not expired, of tasks that nobody else has taken. */
export const restoreLeases = async (tx: Db, userId: number, leases: Handed['leases']) => {
  await tx.execute(sql`
    update tasks set lease_user_id = ${userId}, lease_since = kept.since, lease_expires_at = kept.expires_at
    from jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as kept (id int, since timestamptz, expires_at timestamptz)
    where tasks.id = kept.id and kept.expires_at > now() and tasks.status = 'submitted'
      and coalesce(tasks.lease_expires_at < now(), true)`)
}

/**
 * Open tasks that return, with whom they return to; locked in the order of their ids. These are the ones that passed
 * and have the same reviewer, and whatever else came to receivers in courses that they have left.
 */
export const lockReturning = async (
  tx: Db,
  userId: number,
  tasks: Handed['tasks'],
  left: { id: number; user_id: number }[],
) => {
  const { rows } = await tx.execute<{ id: number; attempt: number | null; reviewer_id: number | null }>(sql`
    with held as materialized (
      select tasks.id, tasks.attempt, kept.id is not null as is_kept,
        case when kept.id is null then ${userId} else kept.before end as reviewer_id
      from tasks
      left join ${pairs(
        tasks,
        ({ id }) => id,
        ({ from }) => from,
      )} as kept (id, before) on kept.id = tasks.id
      left join ${pairs(
        tasks,
        ({ id }) => id,
        ({ to }) => to,
      )} as given (id, after) on given.id = tasks.id
      where tasks.status in ('draft', 'submitted', 'returned') and (
        (kept.id is not null and tasks.reviewer_id is not distinct from given.after)
        or (tasks.course_id, tasks.reviewer_id) in (
          select * from ${pairs(
            left,
            ({ id }) => id,
            ({ user_id }) => user_id,
          )}))
      order by tasks.id
      for no key update of tasks)
    select id, attempt, reviewer_id from held`)
  return rows
}
