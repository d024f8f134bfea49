import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { tasks } from '#server/tasks/tasks.table.ts'

/** A deleted lesson can be restored for 30 days, like a course. */
const restorable = gt(lessons.deleted_at, sql`now() - interval '30 days'`)

/** The number of handed-in tasks; joins `lessons`. */
const taskCount = sql<number>`(
  select count(*)::int from tasks join assignments on assignments.id = tasks.assignment_id
  where assignments.lesson_id = lessons.id and tasks.status <> 'draft')`

/** The lessons in a course's bin, last deleted first. */
export const listBin = (db: Db, courseId: number) =>
  db
    .select({ id: lessons.id, name: lessons.name, deleted_at: lessons.deleted_at, task_count: taskCount })
    .from(lessons)
    .where(and(eq(lessons.course_id, courseId), isNotNull(lessons.deleted_at), restorable))
    .orderBy(desc(lessons.deleted_at), desc(lessons.id))

/** Those of these lessons whose course is not deleted, whether the lessons themselves are or not. */
export const listLessonsToRestore = (db: Db, ids: number[]) =>
  db
    .select({ lesson: lessons, in_bin: sql<boolean>`coalesce(${restorable}, false)` })
    .from(lessons)
    .innerJoin(courses, and(eq(courses.id, lessons.course_id), isNull(courses.deleted_at)))
    .where(sql`${lessons.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(asc(lessons.id))

/** The same for one lesson. */
export const findLessonToRestore = async (db: Db, id: number) => {
  const [row] = await listLessonsToRestore(db, [id])
  return row ?? null
}

/** How many tasks were handed in on a lesson. */
export const countHandedIn = async (db: Db, lessonId: number) => {
  const [row] = await db
    .select({ count: count() })
    .from(tasks)
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .where(and(eq(assignments.lesson_id, lessonId), ne(tasks.status, 'draft')))
  return row?.count ?? 0
}
