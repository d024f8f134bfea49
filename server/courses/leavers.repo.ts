import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { courseLeavers } from '#server/courses/courses.table.ts'
import type { Enrolment } from '#server/courses/enrolments.repo.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Whether somebody who left is back: enrolled, with an active account. Joins `course_leavers`. */
const isBack = sql`exists(
  select 1 from course_students
  join users as members on members.id = course_students.user_id and members.active
  where course_students.course_id = course_leavers.course_id and course_students.user_id = course_leavers.user_id)`

/** The rows as a table of two columns. */
const pairs = (rows: Enrolment[]) => sql`unnest(
  ${sql.param(rows.map(({ course_id }) => course_id))}::int[], ${sql.param(rows.map(({ user_id }) => user_id))}::int[])`

/** Records who has just left courses. */
export const insertLeavers = async (tx: Db, left: Enrolment[]) => {
  if (left.length === 0) return
  await tx.execute(sql`
    insert into course_leavers (course_id, user_id) select * from ${pairs(left)}
    on conflict (course_id, user_id) do update set left_at = now()`)
}

/** Removes people who are back in these courses. */
export const deleteLeavers = async (tx: Db, back: Enrolment[]) => {
  if (back.length === 0) return
  await tx.delete(courseLeavers).where(sql`(course_id, user_id) in (select * from ${pairs(back)})`)
}

/** Which of these people are in a course, or have left it. */
export const listMembersOnce = async (db: Db, courseId: number, userIds: number[]) => {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select user_id from course_students where course_id = ${courseId} and user_id = any(${sql.param(userIds)}::int[])
    union select user_id from course_leavers where course_id = ${courseId} and user_id = any(${sql.param(userIds)}::int[])`)
  return rows
}

/** Records that deactivated people left all their courses; they keep the places for their return. */
export const leaveAllCourses = async (tx: Db, userIds: number[]) => {
  await tx.execute(sql`
    insert into course_leavers (course_id, user_id)
    select course_id, user_id from course_students where user_id = any(${sql.param(userIds)}::int[])
    on conflict (course_id, user_id) do update set left_at = now()`)
}

/** People who left a course and are not back, by name; `userId` limits it to one person. */
export const listLeavers = async (db: Db, courseId: number, userId: number | null = null) => {
  const statement = prepared(db, 'list_leavers', (db, name) =>
    db
      .select({ person: personColumns, left_at: courseLeavers.left_at })
      .from(courseLeavers)
      .innerJoin(users, eq(users.id, courseLeavers.user_id))
      .where(
        and(
          eq(courseLeavers.course_id, sql.placeholder('course')),
          sql`(${sql.placeholder('user')}::int is null or ${courseLeavers.user_id} = ${sql.placeholder('user')})`,
          isNull(users.erased_at),
          sql`not ${isBack}`,
        ),
      )
      .orderBy(asc(users.surname), asc(users.name), asc(users.id))
      .prepare(name),
  )
  return statement.execute({ course: courseId, user: userId })
}

/** Whether somebody is in the journal of a course: takes it, or left it. */
export const isMemberOrLeaver = async (db: Db, courseId: number, userId: number) => {
  const { rows } = await db.execute(sql`
    select 1 from course_students where course_id = ${courseId} and user_id = ${userId}
    union all
    select 1 from course_leavers where course_id = ${courseId} and user_id = ${userId}
    limit 1`)
  return rows.length > 0
}
