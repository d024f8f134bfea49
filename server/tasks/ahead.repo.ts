import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { courseStudents, courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { isOpenToStudents } from '#server/lessons/lessons.repo.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { taskStudents } from '#server/tasks/tasks.table.ts'

/** Assignments of a student's courses that the student has not begun; those due first come first. */
export const listAssignmentsAhead = (db: Db, userId: number) =>
  planned(
    db
      .select({
        lesson: { id: lessons.id, name: lessons.name },
        course: { id: courses.id, name: courses.name },
        due_at: assignments.due_at,
        closes_at: assignments.closes_at,
      })
      .from(courseStudents)
      .innerJoin(courses, eq(courses.id, courseStudents.course_id))
      .innerJoin(lessons, eq(lessons.course_id, courses.id))
      .innerJoin(assignments, eq(assignments.lesson_id, lessons.id))
      .leftJoin(taskStudents, and(eq(taskStudents.assignment_id, assignments.id), eq(taskStudents.user_id, userId)))
      .where(and(eq(courseStudents.user_id, userId), isOpenToStudents, isNull(taskStudents.task_id)))
      .orderBy(sql`${assignments.due_at} asc nulls last`, asc(courses.id), asc(lessons.position), asc(lessons.id)),
  )
