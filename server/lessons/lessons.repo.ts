import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { LessonFacts } from '#contract/lessons/lessons.policy.ts'
import type { LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type CourseWithFacts, findCourse, requirements, takenBy, teacherIds } from '#server/courses/courses.repo.ts'
import { courses, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { lessonNotes } from '#server/notes/notes.table.ts'
import { taskStudents } from '#server/tasks/tasks.table.ts'

export type LessonRecord = typeof lessons.$inferSelect
export type AssignmentRecord = typeof assignments.$inferSelect

/** A lesson with its assignment, its course, and the reader's own task and note on it. */
export interface LessonWithCourse extends LessonRecord, LessonFacts {
  assignment: AssignmentRecord | null
  task_id: number | null
  has_note: boolean
  /** What must come first. */
  after: LessonRequirement[] | null
  course: CourseWithFacts
}

/** A lesson that is not deleted, in a course that is not deleted. */
export const findLesson = async (db: Db, id: number, actor: Actor): Promise<LessonWithCourse | null> => {
  const statement = prepared(db, 'find_lesson', (db, name) =>
    db
      .select({
        lesson: lessons,
        assignment: assignments,
        task_id: taskStudents.task_id,
        has_note: sql<boolean>`${lessonNotes.user_id} is not null`,
        after: requirements,
      })
      .from(lessons)
      .leftJoin(assignments, eq(assignments.lesson_id, lessons.id))
      .leftJoin(
        taskStudents,
        and(eq(taskStudents.assignment_id, assignments.id), eq(taskStudents.user_id, sql.placeholder('reader'))),
      )
      .leftJoin(
        lessonNotes,
        and(eq(lessonNotes.lesson_id, lessons.id), eq(lessonNotes.user_id, sql.placeholder('reader'))),
      )
      .where(and(eq(lessons.id, sql.placeholder('id')), isNull(lessons.deleted_at)))
      .prepare(name),
  )
  const [row] = await statement.execute({ id, reader: actor.id })
  if (!row) return null
  const course = await findCourse(db, row.lesson.course_id, actor)
  const { lesson, ...parts } = row
  return course && { ...lesson, ...parts, course }
}

/** What the policies need, for lessons that are not deleted; by their own ids, or by those of their assignments. */
export const listLessonFacts = (db: Db, by: 'lesson' | 'assignment', ids: number[], actorId: number) => {
  const id = by === 'lesson' ? lessons.id : assignments.id
  return db
    .select({
      id,
      status: lessons.status,
      publish_at: lessons.publish_at,
      course: { status: courses.status, teacher_ids: teacherIds, enrolled: takenBy(actorId) },
    })
    .from(lessons)
    .innerJoin(courses, and(eq(courses.id, lessons.course_id), isNull(courses.deleted_at)))
    .leftJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .where(and(inArray(id, ids), isNull(lessons.deleted_at)))
}

export const insertLesson = async (db: Db, values: typeof lessons.$inferInsert) => {
  return onlyRow(await db.insert(lessons).values(values).returning())
}

export const updateLesson = async (db: Db, id: number, changes: Partial<typeof lessons.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(lessons).set(changes).where(eq(lessons.id, id))
}

/** These lessons of a course, deleted ones included. */
export const listLessonsOf = (db: Db, courseId: number, ids: number[]): Promise<LessonRecord[]> =>
  db
    .select()
    .from(lessons)
    .where(and(eq(lessons.course_id, courseId), sql`${lessons.id} = any(${sql.param(ids)}::int[])`))
    .orderBy(asc(lessons.id))

/** The courses that lessons belong to, deleted lessons included. */
export const listCoursesOfLessons = (db: Db, ids: number[]) =>
  db
    .selectDistinct({ id: lessons.course_id })
    .from(lessons)
    .where(sql`${lessons.id} = any(${sql.param(ids)}::int[])`)

/** The same changes to several lessons. */
export const updateLessons = async (db: Db, ids: number[], changes: Partial<typeof lessons.$inferInsert>) => {
  await db
    .update(lessons)
    .set(changes)
    .where(sql`${lessons.id} = any(${sql.param(ids)}::int[])`)
}

/**
 * The assignment of a lesson, locked until the transaction ends: nobody can begin a task or join a team in the
 * meantime.
 */
export const lockAssignmentOf = async (tx: Db, lessonId: number): Promise<AssignmentRecord | null> => {
  const [assignment] = await tx.select().from(assignments).where(eq(assignments.lesson_id, lessonId)).for('update')
  return assignment ?? null
}

export const insertAssignment = async (db: Db, values: typeof assignments.$inferInsert) => {
  return onlyRow(await db.insert(assignments).values(values).returning())
}

export const updateAssignment = async (db: Db, id: number, changes: Partial<typeof assignments.$inferInsert>) => {
  return onlyRow(await db.update(assignments).set(changes).where(eq(assignments.id, id)).returning())
}

/** Deletes the assignment; false when somebody has begun a task on it. */
export const deleteAssignment = async (db: Db, lessonId: number) => {
  const assignment = await lockAssignmentOf(db, lessonId)
  if (!assignment) return true
  const [begun] = await db
    .select({ task_id: taskStudents.task_id })
    .from(taskStudents)
    .where(eq(taskStudents.assignment_id, assignment.id))
    .limit(1)
  if (begun) return false
  await db.delete(assignments).where(eq(assignments.id, assignment.id))
  return true
}

/** Whether the section belongs to the course. */
export const isSectionOf = async (db: Db, sectionId: number, courseId: number) => {
  const rows = await db
    .select({ id: sections.id })
    .from(sections)
    .where(and(eq(sections.id, sectionId), eq(sections.course_id, courseId)))
  return rows.length === 1
}

/** A lesson that students can open now; joins `lessons` and `courses`. */
export const isOpenToStudents = and(
  eq(courses.status, 'published'),
  isNull(courses.deleted_at),
  isNull(lessons.deleted_at),
  eq(lessons.status, 'published'),
  // by the clock that has begun the effect: by a slower one the lesson would be announced to nobody
  sql`(${lessons.publish_at} is null or ${lessons.publish_at} <= now())`,
)

/** A lesson of a published course, with what its notification needs. */
export const findLessonToAnnounce = async (db: Db, id: number) => {
  const [lesson] = await db
    .select({ course_id: lessons.course_id, course_name: courses.name })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(eq(lessons.id, id), isOpenToStudents))
  return lesson ?? null
}

/** Those of these lessons that a student can open now. */
export const listOpenIds = async (db: Db, ids: number[], userId: number) => {
  const rows = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(inArray(lessons.id, ids), isOpenToStudents, takenBy(userId)))
  return rows.map(({ id }) => id)
}
