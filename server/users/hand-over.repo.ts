import { sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { Db } from '#server/db/database.ts'

/**
 * The courses without another active teacher, by name. Locks all courses of the person until the transaction ends, so
 * that of two last teachers one sees the other leave.
 */
export const holdCoursesLeft = async (tx: Db, userId: number) => {
  await tx.execute(sql`
    select 1 from courses where deleted_at is null and id in (
      select course_id from course_teachers where user_id = ${userId})
    order by id for no key update`)
  const { rows } = await tx.execute<{ id: number; name: string; status: CourseStatus }>(sql`
    select courses.id, courses.name, courses.status from courses
    join course_teachers mine on mine.course_id = courses.id and mine.user_id = ${userId}
    where courses.deleted_at is null and not exists (
      select 1 from course_teachers others join users on users.id = others.user_id
      where others.course_id = courses.id and others.user_id <> ${userId} and users.active and users.role <> 'student')
    order by courses.name, courses.id`)
  return rows
}

export const addTeacher = async (tx: Db, courseIds: number[], userId: number) => {
  await tx.execute(sql`
    insert into course_teachers (course_id, user_id)
    select unnest(${sql.param(courseIds)}::int[]), ${userId} on conflict do nothing`)
}

/** Open tasks of courses that are assigned to a person; locked in the order of their ids. */
export const listOpenTasksOf = async (tx: Db, userId: number, courseIds: number[]) => {
  const { rows } = await tx.execute<{ id: number; attempt: number | null }>(sql`
    select tasks.id, tasks.attempt from tasks
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    where tasks.reviewer_id = ${userId} and tasks.status in ('draft', 'submitted', 'returned')
      and lessons.course_id = any(${sql.param(courseIds)}::int[])
    order by tasks.id
    for no key update of tasks`)
  return rows
}
