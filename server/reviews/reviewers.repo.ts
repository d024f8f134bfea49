import { and, inArray, sql } from 'drizzle-orm'
import { courseTeachers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { asksReviewers } from '#server/tasks/idle-tasks.repo.ts'
import { tasks } from '#server/tasks/tasks.table.ts'
import { curatesPart } from '#server/users/curators.repo.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { holdPeople, lockingOrder } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/**
 * Whether a person may review tasks of a course: its active teachers, and active curators of courses. Joins `users`.
 */
const staffOf = (courseId: unknown) => sql<boolean>`(users.active and (${curatesPart('courses')} or (
  users.role <> 'student' and exists(
    select 1 from course_teachers
    where course_teachers.course_id = ${courseId} and course_teachers.user_id = users.id))))`

/** Filters people to those who may review tasks of a course; locks their rights until the transaction ends. */
export const listStaffAmong = async (db: Db, courseId: number, ids: number[]) =>
  ids.length === 0
    ? []
    : (
        await db
          .select({ id: users.id })
          .from(users)
          .where(and(inArray(users.id, ids), staffOf(sql`${courseId}::int`)))
          .orderBy(...lockingOrder)
          .for('share')
      ).map(({ id }) => id)

/** The author of a task's latest verdict. Joins `tasks`. */
const lastReviewer = sql`(
  select reviews.user_id from reviews join attempts on attempts.id = reviews.attempt_id
  where attempts.task_id = tasks.id order by reviews.id desc limit 1)`

/**
 * Locks everybody who may become the reviewer of a task that is handed in: somebody who leaves at this moment leaves
 * before it or after it. Call it before the task is locked, as acts that take rights away lock people first.
 */
export const holdReviewersOf = async (tx: Db, taskId: number) => {
  const { rows } = await tx.execute<{ ids: (number | null)[] }>(sql`
    select jsonb_build_array(tasks.reviewer_id, ${lastReviewer}) || assignments.reviewer_ids as ids
    from tasks join assignments on assignments.id = tasks.assignment_id
    where tasks.id = ${taskId}`)
  await holdStaff(
    tx,
    rows.flatMap(({ ids }) => ids).filter((id) => id !== null),
  )
}

/**
 * The reviewer of a task that is handed in: the assigned one, or the one who reviewed its last attempt, if they still
 * may; otherwise, among those its assignment lists, the one with the fewest waiting tasks. Null when there is nobody.
 */
export const chooseReviewer = async (tx: Db, task: { id: number; reviewer_id: number | null }) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with work as (
      select tasks.id, assignments.reviewer_ids, lessons.course_id, ${lastReviewer} as last_reviewer
      from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      where tasks.id = ${task.id})
    select users.id
    from work join users on ${staffOf(sql`work.course_id`)}
      and (users.id in (${task.reviewer_id}::int, work.last_reviewer) or work.reviewer_ids @> to_jsonb(users.id))
    where not exists(
      select 1 from task_students where task_students.task_id = work.id and task_students.user_id = users.id)
    order by
      (users.id = ${task.reviewer_id}::int) desc nulls last,
      (users.id = work.last_reviewer) desc nulls last,
      (select count(*) from tasks where tasks.reviewer_id = users.id and tasks.status = 'submitted' and ${asksReviewers}),
      users.id
    limit 1`)
  return rows[0]?.id ?? null
}

/** Whose rights have changed: those of some people, or of anybody in some courses. */
export type Former = { user_ids: number[] } | { course_ids: number[] }

/**
 * Unassigns tasks from reviewers who may no longer review them, of some people or of some courses, so that none is
 * forgotten. Returns the tasks, with who reviewed them.
 */
export const takeFromFormer = async (tx: Db, of: Former) => {
  const { rows } = await tx.execute<{ id: number; from: number }>(sql`
    with former as (
      select tasks.id, tasks.reviewer_id from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      join users on users.id = tasks.reviewer_id and not ${staffOf(sql`lessons.course_id`)}
      where ${
        'user_ids' in of
          ? sql`tasks.reviewer_id = any(${sql.param(of.user_ids)}::int[])`
          : sql`lessons.course_id = any(${sql.param(of.course_ids)}::int[])`
      }
      order by tasks.id
      for no key update of tasks)
    update tasks set reviewer_id = null from former where former.id = tasks.id
    returning tasks.id, former.reviewer_id as from`)
  return rows
}

/** Ends leases on tasks whose holders may no longer review them. Returns the tasks. */
export const endLeasesOfFormer = async (tx: Db, of: Former) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update tasks set lease_user_id = null, lease_since = null, lease_expires_at = null where tasks.id in (
      select tasks.id from tasks
      join assignments on assignments.id = tasks.assignment_id
      join lessons on lessons.id = assignments.lesson_id
      join users on users.id = tasks.lease_user_id and not ${staffOf(sql`lessons.course_id`)}
      where ${
        'user_ids' in of
          ? sql`tasks.lease_user_id = any(${sql.param(of.user_ids)}::int[])`
          : sql`lessons.course_id = any(${sql.param(of.course_ids)}::int[])`
      }
      order by tasks.id
      for no key update of tasks)
    returning tasks.id`)
  return rows.map(({ id }) => id)
}

/** An unassigned task, with its preferred reviewers. */
export interface WaitingTask {
  id: number
  attempt: number | null
  /** Seconds since 1970. */
  submitted_at: number
  /** The reviewers that its assignment lists; empty for every teacher. */
  reviewer_ids: number[]
  /** The author of its latest verdict. */
  last_reviewer: number | null
  student_ids: number[]
}

/** The waiting unassigned tasks of a course; locked in the order of their ids until the transaction ends. */
export const lockUnassigned = async (tx: Db, courseId: number) => {
  const { rows } = await tx.execute<{ [Key in keyof WaitingTask]: WaitingTask[Key] }>(sql`
    select tasks.id, tasks.attempt, extract(epoch from tasks.submitted_at)::float8 as submitted_at, assignments.reviewer_ids,
      ${lastReviewer} as last_reviewer,
      array(select user_id from task_students where task_students.task_id = tasks.id) as student_ids
    from tasks
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    where lessons.course_id = ${courseId} and tasks.status = 'submitted' and tasks.reviewer_id is null and ${asksReviewers}
    order by tasks.id
    for no key update of tasks`)
  return rows
}

/** The number of a course's waiting tasks by person. */
export const countGiven = async (db: Db, courseId: number) => {
  const { rows } = await db.execute<{ user_id: number; count: number }>(sql`
    select tasks.reviewer_id as user_id, count(*)::int as count
    from tasks
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    where lessons.course_id = ${courseId} and tasks.status = 'submitted' and tasks.reviewer_id is not null and ${asksReviewers}
    group by tasks.reviewer_id`)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

/** The number of a course's waiting tasks that are unassigned. */
export const countUnassigned = async (db: Db, courseId: number) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from tasks
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    where lessons.course_id = ${courseId} and tasks.status = 'submitted' and tasks.reviewer_id is null and ${asksReviewers}`)
  return rows[0]?.count ?? 0
}

/**
 * The active teachers of a course, and everybody else with waiting tasks of it, with their load and what they reviewed.
 */
export const listReviewers = (db: Db, courseId: number) => {
  const ofCourse = sql`
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id and lessons.course_id = ${courseId}`
  const given = sql`from tasks ${ofCourse} where tasks.reviewer_id = users.id and tasks.status = 'submitted' and ${asksReviewers}`
  return db
    .select({
      person: personColumns,
      waiting: sql<number>`(select count(*)::int ${given})`,
      oldest_at: sql<string | null>`(select min(tasks.submitted_at) ${given})`.mapWith(tasks.submitted_at),
      reviewed: sql<number>`(
        select count(*)::int from reviews
        join attempts on attempts.id = reviews.attempt_id
        join tasks on tasks.id = attempts.task_id ${ofCourse}
        where reviews.user_id = users.id and reviews.created_at > now() - interval '7 days')`,
    })
    .from(users)
    .where(
      sql`${users.active} and ${users.role} <> 'student' and (exists(
          select 1 from course_teachers
          where course_teachers.course_id = ${courseId} and course_teachers.user_id = users.id)
        or exists(select 1 ${given}))`,
    )
    .orderBy(users.surname, users.name, users.id)
}

/** Sets reviewers; the pairs are tasks and their reviewer, or null. */
export const setReviewers = async (tx: Db, pairs: { id: number; reviewer_id: number | null }[]) => {
  if (pairs.length === 0) return
  await tx.execute(sql`
    update tasks set reviewer_id = given.reviewer_id
    from unnest(${sql.param(pairs.map(({ id }) => id))}::int[],
      ${sql.param(pairs.map(({ reviewer_id }) => reviewer_id))}::int[]) as given(id, reviewer_id)
    where tasks.id = given.id`)
}

/** The rows of tasks, locked in the order of their ids until the transaction ends. */
export const lockTasks = (tx: Db, ids: number[]) =>
  tx.select().from(tasks).where(inArray(tasks.id, ids)).orderBy(tasks.id).for('no key update')

/** Locks people's roles and the courses they teach until the transaction ends. */
export const holdStaff = async (tx: Db, userIds: number[]) => {
  if (userIds.length === 0) return
  await holdPeople(tx, userIds)
  await tx
    .select({ id: courseTeachers.course_id })
    .from(courseTeachers)
    .where(inArray(courseTeachers.user_id, userIds))
    .orderBy(courseTeachers.course_id, courseTeachers.user_id)
    .for('share')
}

/** Names of people, by their ids. */
export const listNames = async (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .select({
          id: users.id,
          name: users.name,
          surname: users.surname,
          role: users.role,
          rights: users.rights,
          active: users.active,
        })
        .from(users)
        .where(inArray(users.id, ids))
