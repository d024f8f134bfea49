import { count, eq, max, sql } from 'drizzle-orm'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { fileUses } from '#server/files/files.table.ts'
import { assignments, lessonRequirements, lessons } from '#server/lessons/lessons.table.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'

/** Rows that one statement inserts: few enough that no text of a course is in memory twice. */
const batch = 50

const inBatches = async <Row, Result>(rows: Row[], insert: (part: Row[]) => Promise<Result[]>, size = batch) => {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += size)
    results.push(...(await insert(rows.slice(start, start + size))))
  return results
}

/** Inserts sections after those of their course; returns their ids in order. */
export const insertSections = async (tx: Db, courseId: number, names: string[]) => {
  const [last] = await tx
    .select({ place: max(sections.position) })
    .from(sections)
    .where(eq(sections.course_id, courseId))
  const first = (last?.place ?? -1) + 1
  const rows = names.map((name, place) => ({ course_id: courseId, name, position: first + place }))
  const inserted = await inBatches(rows, (part) => tx.insert(sections).values(part).returning({ id: sections.id }))
  return inserted.map(({ id }) => id)
}

/** How many sections and lessons a course has, deleted lessons included. */
export const countInCourse = async (tx: Db, courseId: number) => {
  const [ofSections] = await tx.select({ count: count() }).from(sections).where(eq(sections.course_id, courseId))
  const [ofLessons] = await tx.select({ count: count() }).from(lessons).where(eq(lessons.course_id, courseId))
  return { sections: ofSections?.count ?? 0, lessons: ofLessons?.count ?? 0 }
}

/** Inserts lessons under ids that were taken before. */
export const insertLessons = (tx: Db, rows: (typeof lessons.$inferInsert & { id: number })[]) =>
  inBatches(rows, (part) => tx.insert(lessons).overridingSystemValue().values(part).returning({ id: lessons.id }))

/** Inserts assignments; returns their ids in order. */
export const insertAssignments = async (tx: Db, rows: (typeof assignments.$inferInsert)[]) => {
  const inserted = await inBatches(rows, (part) =>
    tx.insert(assignments).values(part).returning({ id: assignments.id }),
  )
  return inserted.map(({ id }) => id)
}

export const insertRequirements = (tx: Db, rows: (typeof lessonRequirements.$inferInsert)[]) =>
  inBatches(rows, (part) => tx.insert(lessonRequirements).values(part).returning(), 1000)

export const insertUses = (tx: Db, rows: (typeof fileUses.$inferInsert)[]) =>
  inBatches(rows, (part) => tx.insert(fileUses).values(part).returning(), 1000)

/** Takes ids for this many rows, before the texts that refer to them are inserted. */
export const takeIds = async (tx: Db, table: 'lessons' | 'quizzes', count: number) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`)
  return rows.map(({ id }) => id)
}

/** Inserts quizzes under ids that were taken before. */
export const insertQuizzes = (tx: Db, rows: (typeof quizzes.$inferInsert & { id: number })[]) =>
  inBatches(rows, (part) => tx.insert(quizzes).overridingSystemValue().values(part).returning({ id: quizzes.id }))
