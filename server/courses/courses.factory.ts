import type { CourseRecord } from '#server/courses/courses.repo.ts'
import { courseStudents, courses, courseTeachers, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'

interface CourseParts extends Partial<typeof courses.$inferInsert> {
  /** Ids of people. */
  teachers?: number[]
  students?: number[]
}

/** Adds a course for tests and the demo school; published by default. */
export const buildCourse = async (
  db: Db,
  { teachers = [], students = [], ...values }: CourseParts = {},
): Promise<CourseRecord> => {
  const course = onlyRow(
    await db
      .insert(courses)
      .values({ name: 'Основы вёрстки', status: 'published', ...values })
      .returning(),
  )
  const members = (ids: number[]) => ids.map((user_id) => ({ course_id: course.id, user_id }))
  if (teachers.length > 0) await db.insert(courseTeachers).values(members(teachers))
  if (students.length > 0) await db.insert(courseStudents).values(members(students))
  return course
}

/** Adds a section to a course. */
export const buildSection = async (db: Db, courseId: number, name: string, position = 0) => {
  return onlyRow(await db.insert(sections).values({ course_id: courseId, name, position }).returning())
}
