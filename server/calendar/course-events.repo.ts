import { and, count, eq } from 'drizzle-orm'
import { courseEvents } from '#server/calendar/calendar.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'

export const findCourseEvent = async (db: Db, courseId: number, id: number) => {
  const [event] = await db
    .select()
    .from(courseEvents)
    .where(and(eq(courseEvents.id, id), eq(courseEvents.course_id, courseId)))
  return event ?? null
}

export const countCourseEvents = async (db: Db, courseId: number) => {
  const [row] = await db.select({ count: count() }).from(courseEvents).where(eq(courseEvents.course_id, courseId))
  return row?.count ?? 0
}

export const insertCourseEvent = async (db: Db, values: typeof courseEvents.$inferInsert) => {
  return onlyRow(await db.insert(courseEvents).values(values).returning())
}

/** Returns the event as it is now; null when it was deleted in the meantime. */
export const updateCourseEvent = async (db: Db, id: number, changes: { at: string; title: string }) => {
  const [event] = await db.update(courseEvents).set(changes).where(eq(courseEvents.id, id)).returning()
  return event ?? null
}

export const deleteCourseEvent = async (db: Db, id: number) => {
  await db.delete(courseEvents).where(eq(courseEvents.id, id))
}
