import { and, asc, eq, max, sql } from 'drizzle-orm'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { lessons } from '#server/lessons/lessons.table.ts'

export const listSections = async (db: Db, courseId: number) => {
  const statement = prepared(db, 'list_sections', (db, name) =>
    db
      .select({ id: sections.id, name: sections.name })
      .from(sections)
      .where(eq(sections.course_id, sql.placeholder('course')))
      .orderBy(asc(sections.position), asc(sections.id))
      .prepare(name),
  )
  return statement.execute({ course: courseId })
}

/** Every lesson of a course at its place, deleted ones included: they are restored to theirs. */
export const listPlaces = (db: Db, courseId: number) =>
  db
    .select({ id: lessons.id, section_id: lessons.section_id, deleted_at: lessons.deleted_at })
    .from(lessons)
    .where(eq(lessons.course_id, courseId))
    .orderBy(asc(lessons.position), asc(lessons.id))
export type Place = Awaited<ReturnType<typeof listPlaces>>[number]

/** A section with the course it belongs to. */
export const findSection = async (db: Db, id: number) => {
  const [section] = await db.select().from(sections).where(eq(sections.id, id))
  return section ?? null
}

/** Orders the sections of a course. */
export const orderSections = async (db: Db, courseId: number, ids: number[]) => {
  await db.execute(sql`
    update sections set position = wanted.position
    from unnest(${sql.param(ids)}::int[]) with ordinality as wanted(id, position)
    where sections.id = wanted.id and sections.course_id = ${courseId}
      and sections.position is distinct from wanted.position::int`)
}

export const renameSection = async (db: Db, id: number, name: string) => {
  await db.update(sections).set({ name }).where(eq(sections.id, id))
}

export const deleteSections = async (db: Db, courseId: number, ids: number[]) => {
  await db
    .delete(sections)
    .where(and(eq(sections.course_id, courseId), sql`${sections.id} = any(${sql.param(ids)}::int[])`))
}

export const insertSection = async (db: Db, courseId: number, name: string, position: number) => {
  return onlyRow(await db.insert(sections).values({ course_id: courseId, name, position }).returning())
}

/** Sets the names and positions of sections of a course; those without an id are added. */
export const saveSections = async (
  db: Db,
  courseId: number,
  wanted: { id: number | null; name: string; position: number }[],
) => {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id int, name text, position int)`
  await db.execute(sql`
    update sections set name = wanted.name, position = wanted.position
    from ${rows} where sections.id = wanted.id and sections.course_id = ${courseId}`)
  await db.execute(sql`
    insert into sections (course_id, name, position)
    select ${courseId}::int, wanted.name, wanted.position from ${rows} where wanted.id is null order by wanted.position`)
}

/** Orders lessons: each gets its place in `order` and its section. Places count within a section. */
export const orderLessons = async (db: Db, courseId: number, order: { id: number; section_id: number | null }[]) => {
  await db.execute(sql`
    update lessons set position = wanted.position, section_id = wanted.section_id
    from unnest(
      ${sql.param(order.map(({ id }) => id))}::int[],
      ${sql.param(order.map(({ section_id }) => section_id))}::int[]
    ) with ordinality as wanted(id, section_id, position)
    where lessons.id = wanted.id and lessons.course_id = ${courseId}
      and (lessons.position, lessons.section_id) is distinct from (wanted.position::int, wanted.section_id)`)
}

/** The place after the last lesson of a course. */
export const nextLessonPosition = async (db: Db, courseId: number) => {
  const [row] = await db
    .select({ last: max(lessons.position) })
    .from(lessons)
    .where(eq(lessons.course_id, courseId))
  return (row?.last ?? 0) + 1
}
