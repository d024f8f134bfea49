import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * The students of a course: everybody who was enrolled by hand, and everybody in a class that takes it.
 * `course_students` has exactly these; a change of either of the two locks the row of the course, so that this stays
 * true.
 */

/** A student in a course. */
export interface Enrolment {
  course_id: number
  user_id: number
}

const courses = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`

/** Whether a class of theirs takes the course. Joins `course_students`. */
const withCohort = sql`exists (
  select 1 from cohort_courses join cohort_students using (cohort_id)
  where cohort_courses.course_id = course_students.course_id and cohort_students.user_id = course_students.user_id)`

/**
 * Enrols everybody whose class takes one of these courses; returns who did not take it before. Somebody who was erased
 * keeps their places, for what was reviewed, and gets no new ones.
 */
export const enrolWithCohorts = async (tx: Db, courseIds: number[]) => {
  const { rows } = await tx.execute<Enrolment & Record<string, unknown>>(sql`
    insert into course_students (course_id, user_id, by_hand)
    select distinct cohort_courses.course_id, cohort_students.user_id, false
    from cohort_courses join cohort_students using (cohort_id) join users on users.id = cohort_students.user_id
    where cohort_courses.course_id = ${courses(courseIds)} and users.erased_at is null
    order by 1, 2
    on conflict do nothing
    returning course_id, user_id`)
  return rows
}

/** An enrolment that has ended, and when it began, ISO 8601. */
export interface EndedEnrolment extends Enrolment {
  since: string
}

/** Removes from these courses who is there neither by hand nor with a class; returns them. */
export const endEnrolments = async (tx: Db, courseIds: number[]) => {
  const { rows } = await tx.execute<EndedEnrolment & Record<string, unknown>>(sql`
    delete from course_students
    where course_id = ${courses(courseIds)} and not by_hand and not ${withCohort}
    returning course_id, user_id, to_json(since)#>>'{}' as since`)
  return rows
}

/** Enrols these people by hand; returns who did not take the course before. */
export const enrolByHand = async (tx: Db, courseId: number, userIds: number[]) => {
  const { rows } = await tx.execute<{ user_id: number; is_new: boolean }>(sql`
    insert into course_students (course_id, user_id)
    select ${courseId}, unnest(${sql.param(userIds)}::int[])
    on conflict (course_id, user_id) do update set by_hand = true where not course_students.by_hand
    returning user_id, xmax = 0 as is_new`)
  return rows.flatMap(({ user_id, is_new }) => (is_new ? [user_id] : []))
}

/** The same for people of several courses; returns who did not take their course before. */
export const enrolManyByHand = async (tx: Db, enrolments: Enrolment[]) => {
  if (enrolments.length === 0) return []
  const { rows } = await tx.execute<Enrolment & { is_new: boolean } & Record<string, unknown>>(sql`
    insert into course_students (course_id, user_id)
    select * from unnest(${sql.param(enrolments.map(({ course_id }) => course_id))}::int[],
      ${sql.param(enrolments.map(({ user_id }) => user_id))}::int[])
    on conflict (course_id, user_id) do update set by_hand = true where not course_students.by_hand
    returning course_id, user_id, xmax = 0 as is_new`)
  return rows.flatMap(({ course_id, user_id, is_new }) => (is_new ? [{ course_id, user_id }] : []))
}

/**
 * Makes `userIds` the ones who are enrolled by hand, of those with active accounts: the others keep their places.
 * Returns who joined and who left the course; who is in a class that takes it stays.
 */
export const setStudents = async (tx: Db, courseId: number, userIds: number[]) => {
  await tx.execute(sql`
    update course_students set by_hand = false
    from users where users.id = course_students.user_id and users.active
      and course_students.course_id = ${courseId} and course_students.by_hand
      and not course_students.user_id = any(${sql.param(userIds)}::int[])`)
  const added = userIds.length === 0 ? [] : await enrolByHand(tx, courseId, userIds)
  const removed = await endEnrolments(tx, [courseId])
  return { added, removed }
}

/** How each student came into a course, for its staff: by hand, and with which classes, by name. */
export const listOrigins = async (db: Db, courseId: number) => {
  const { rows } = await db.execute<{ user_id: number; by_hand: boolean; cohorts: string[] }>(sql`
    select course_students.user_id, course_students.by_hand,
      coalesce(array_agg(cohorts.name order by cohorts.name) filter (where cohorts.id is not null), '{}') as cohorts
    from course_students
    left join (cohort_courses join cohort_students using (cohort_id) join cohorts on cohorts.id = cohort_id)
      on cohort_courses.course_id = course_students.course_id and cohort_students.user_id = course_students.user_id
    where course_students.course_id = ${courseId}
    group by course_students.user_id, course_students.by_hand`)
  return new Map(rows.map(({ user_id, by_hand, cohorts }) => [user_id, { by_hand, cohorts }]))
}
