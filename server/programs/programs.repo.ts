import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { schoolDay } from '#contract/dates.ts'
import { isAnnounced, studentCount } from '#server/courses/courses.repo.ts'
import { courses, courseTeachers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** By the clock of the process, as rights are. */
const countOpenLessons = () => sql<number>`(
  select count(*)::int from lessons
  where lessons.course_id = courses.id and lessons.deleted_at is null and lessons.status = 'published'
    and (lessons.publish_at is null or lessons.publish_at <= ${new Date().toISOString()}))`

const select = (db: Db, condition?: SQL) =>
  db
    .select({ course: courses, lesson_count: countOpenLessons(), student_count: studentCount })
    .from(courses)
    .where(and(isAnnounced, condition))

export type ProgramRecord = Awaited<ReturnType<typeof select>>[number]

/** An announced course. */
export const findProgram = async (db: Db, id: number) => {
  const [row] = await select(db, eq(courses.id, id))
  return row ?? null
}

/** What the latest announced courses are called. */
export const listProgramNames = async (db: Db, max: number) => {
  const rows = await db
    .select({ name: courses.name })
    .from(courses)
    .where(isAnnounced)
    .orderBy(desc(courses.id))
    .limit(max)
  return rows.map(({ name }) => name)
}

/** Announced courses that people may enrol in now, those that start soonest first; those without a date last. */
export const listEnrolling = (db: Db, max: number) =>
  select(db, eq(courses.enrolling, true))
    .orderBy(sql`${courses.starts_on} < ${schoolDay()}::date`, sql`${courses.starts_on} nulls last`, asc(courses.id))
    .limit(max)

/** Whether there is any announced course that people may enrol in now. */
export const isEnrolling = async (db: Db) => {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(isAnnounced, eq(courses.enrolling, true)))
    .limit(1)
  return rows.length > 0
}

/** Teachers of announced courses, those with the most courses first, with the courses. */
export const listProgramTeachers = (db: Db, max: number) =>
  db
    .select({
      person: personColumns,
      occupation: users.occupation,
      courses: sql<
        { id: number; name: string }[]
      >`json_agg(json_build_object('id', ${courses.id}, 'name', ${courses.name})
        order by ${courses.id})`,
    })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.course_id))
    .innerJoin(users, eq(users.id, courseTeachers.user_id))
    .where(
      and(isAnnounced, eq(users.active, true), isNull(users.erase_at), inArray(users.role, ['teacher', 'curator'])),
    )
    .groupBy(users.id)
    .orderBy(sql`count(*) desc`, asc(users.surname), asc(users.name), asc(users.id))
    .limit(max)
