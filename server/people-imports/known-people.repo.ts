import { isNull, sql } from 'drizzle-orm'
import { canEditCourse } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'

/** An account that a row may be about, with what rows can change. */
export interface KnownPerson {
  id: number
  surname: string
  name: string
  patronymic: string
  email: string | null
  login: string | null
  own_number: string
  birth_date: string | null
  role: RoleSlug
  active: boolean
  /** Whether courses, classes or tasks depend on their role. */
  busy: boolean
  student_of: number[]
  leader_of: number[]
  /** Courses where they were enrolled by hand, and those that they teach. */
  enrolled_in: number[]
  teaches: number[]
  parents: { id: number; name: string; email: string | null }[]
}

/** What people are looked for by; the names are in lower case, «surname name». */
export interface Handles {
  emails: string[]
  logins: string[]
  numbers: string[]
  names: string[]
}

const list = (texts: string[]) => sql`any(${sql.param(texts)}::text[])`

/** Whether courses, classes or tasks depend on the role of somebody. Joins `users`. */
const isBusy = sql`(
  exists (select 1 from course_teachers join courses on courses.id = course_teachers.course_id
    where course_teachers.user_id = users.id and courses.deleted_at is null)
  or exists (select 1 from cohort_leaders where cohort_leaders.user_id = users.id)
  or exists (select 1 from tasks where tasks.reviewer_id = users.id))`

/** Filters people to those whom courses, classes or tasks need in their role, besides what is about to be removed. */
export const listBusy = async (
  db: Db,
  ids: number[],
  leaving: { table_name: string; key: Record<string, number> }[],
) => {
  if (ids.length === 0) return []
  const removed = (table: string) =>
    JSON.stringify(leaving.flatMap(({ table_name, key }) => (table_name === table ? [key] : [])))
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select user_id from course_teachers where user_id = any(${sql.param(ids)}::int[])
      and (course_id, user_id) not in (
        select course_id, user_id from jsonb_to_recordset(${removed('course_teachers')}::jsonb) as item (course_id int, user_id int))
    union select user_id from cohort_leaders where user_id = any(${sql.param(ids)}::int[])
      and (cohort_id, user_id) not in (
        select cohort_id, user_id from jsonb_to_recordset(${removed('cohort_leaders')}::jsonb) as item (cohort_id int, user_id int))
    union select reviewer_id from tasks where reviewer_id = any(${sql.param(ids)}::int[])`)
  return rows.map(({ user_id }) => user_id)
}

/** Everybody but the erased who has one of these, in one statement. */
export const listKnownPeople = async (db: Db, { emails, logins, numbers, names }: Handles) => {
  const { rows } = await db.execute<KnownPerson & Record<string, unknown>>(sql`
    with found as (
      select id from users where email = ${list(emails)} and erased_at is null
      union select id from users where login = ${list(logins)} and erased_at is null
      union select id from users where own_number <> '' and own_number = ${list(numbers)} and erased_at is null
      union select id from users
        where ${names.length > 0} and lower(surname || ' ' || name) = ${list(names)} and erased_at is null)
    select users.id, surname, name, patronymic, email, login, own_number, birth_date::text as birth_date, role, active,
      ${isBusy} as busy,
      array(select cohort_id from cohort_students where user_id = users.id) as student_of,
      array(select cohort_id from cohort_leaders where user_id = users.id) as leader_of,
      array(select course_id from course_students where user_id = users.id and by_hand) as enrolled_in,
      array(select course_id from course_teachers where user_id = users.id) as teaches,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email) order by id), '[]')
        from guardians where child_id = users.id) as parents
    from users where id in (select id from found)`)
  return rows
}

/** Every class. */
export const listCohortNames = (db: Db) => db.select({ id: cohorts.id, name: cohorts.name }).from(cohorts)

/** Every course that is not deleted, and who may change it. */
export const listKnownCourses = (db: Db) =>
  db
    .select({
      id: courses.id,
      name: courses.name,
      status: courses.status,
      teacher_ids: sql<number[]>`array(select user_id from course_teachers where course_id = courses.id)`,
    })
    .from(courses)
    .where(isNull(courses.deleted_at))
export type KnownCourse = Awaited<ReturnType<typeof listKnownCourses>>[number]

/** Filters courses to those that the actor may not change. */
export const listForeignCourses = async (db: Db, actor: Actor, ids: number[]) =>
  (await listKnownCourses(db)).filter((course) => ids.includes(course.id) && !canEditCourse(actor, course))

/** Logins that begin with one of these, so that a new one can be found beside them. */
export const listLoginsLike = async (db: Db, beginnings: string[]) => {
  if (beginnings.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ login: string }>(sql`
    select login from users
    where erased_at is null and login is not null and regexp_replace(login, '[0-9]+$', '') = ${list(beginnings)}`)
  return new Set(rows.map(({ login }) => login))
}
