import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

const any = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`

/** The ids of the classes and the courses where these people are anything, deleted courses too. */
export const listPlacesOf = async (db: Db, userIds: number[]) => {
  const { rows } = await db.execute<{ cohorts: number[]; courses: number[] }>(sql`
    select array(
        select cohort_id from cohort_leaders where user_id = ${any(userIds)}
        union select cohort_id from cohort_students where user_id = ${any(userIds)}) as cohorts,
      array(
        select course_id from course_teachers where user_id = ${any(userIds)}
        union select course_id from course_students where user_id = ${any(userIds)}) as courses`)
  return rows[0] as { cohorts: number[]; courses: number[] }
}

/** Takes people out of all their places of a kind; returns these. */
const remover =
  (table: 'course_teachers' | 'course_students' | 'cohort_leaders' | 'cohort_students', column: string) =>
  async (tx: Db, userIds: number[]) => {
    const { rows } = await tx.execute<{ id: number; user_id: number }>(sql`
      delete from ${sql.identifier(table)} where user_id = ${any(userIds)}
      returning ${sql.identifier(column)} as id, user_id`)
    return rows
  }

export const removeTeachers = remover('course_teachers', 'course_id')
export const removeStudents = remover('course_students', 'course_id')
export const removeLeaders = remover('cohort_leaders', 'cohort_id')
export const removeClassmates = remover('cohort_students', 'cohort_id')
