import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { isAnnounced, studentCount } from '#server/courses/courses.repo.ts'
import { courses, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

/** Announced courses by name, with the number of active students of each. */
export const listProgrammes = (db: Db) =>
  db
    .select({
      id: courses.id,
      name: courses.name,
      code: courses.code,
      level: courses.level,
      form: courses.form,
      duration: courses.duration,
      seats: courses.seats,
      price: courses.price,
      enrolled: studentCount,
    })
    .from(courses)
    .where(isAnnounced)
    .orderBy(asc(courses.name), asc(courses.id))
export type ProgrammeRecord = Awaited<ReturnType<typeof listProgrammes>>[number]

/** Open lessons of the courses in order, with the names of their sections. */
export const listProgrammeLessons = async (db: Db, courseIds: number[]) => {
  if (courseIds.length === 0) return []
  return db
    .select({ course_id: lessons.course_id, name: lessons.name, section: sections.name })
    .from(lessons)
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(
      and(
        sql`${lessons.course_id} = any(${sql.param(courseIds)}::int[])`,
        eq(lessons.status, 'published'),
        isNull(lessons.deleted_at),
        sql`(${lessons.publish_at} is null or ${lessons.publish_at} <= ${new Date().toISOString()})`,
      ),
    )
    .orderBy(sql`${sections.position} nulls first`, asc(sections.id), asc(lessons.position), asc(lessons.id))
}
