import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { courses, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { type FileOwner, files, fileUses } from '#server/files/files.table.ts'
import { assignments, lessonRequirements, lessons } from '#server/lessons/lessons.table.ts'
import { isAskedInText } from '#server/quizzes/quizzes.repo.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'
import { scormPackages } from '#server/scorm/scorm.table.ts'

/** Runs `read` over one state of the database, however much others change in the meantime. */
export const readOneState = <Result>(db: Db, read: (tx: Db) => Promise<Result>) =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** A course as an archive contains it. */
export const findArchivedCourse = async (db: Db, id: number) => {
  const [course] = await db
    .select({
      name: courses.name,
      summary: courses.summary,
      content: courses.content,
      announcement: courses.announcement,
      starts_on: courses.starts_on,
      seats: courses.seats,
      price: courses.price,
      code: courses.code,
      level: courses.level,
      form: courses.form,
      duration: courses.duration,
      scale: courses.scale,
    })
    .from(courses)
    .where(eq(courses.id, id))
  return course ?? null
}

/** The lessons of a course in their order, without their texts. */
export const listLessonPlaces = (db: Db, courseId: number) =>
  db
    .select({ id: lessons.id, section_id: lessons.section_id, name: lessons.name })
    .from(lessons)
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(sql`${lessons.course_id} = ${courseId} and ${lessons.deleted_at} is null`)
    .orderBy(sql`${sections.position} nulls first`, asc(sections.id), asc(lessons.position), asc(lessons.id))

/** Lessons with their texts and assignments. */
export const listWholeLessons = (db: Db, ids: number[]) =>
  db
    .select({ lesson: lessons, assignment: assignments })
    .from(lessons)
    .leftJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .where(sql`${lessons.id} = any(${sql.param(ids)}::int[])`)
export type WholeLesson = Awaited<ReturnType<typeof listWholeLessons>>[number]

/** The quizzes that students of lessons are asked, in their order: an archive does not note what was taken out of a text. */
export const listQuizzesOf = (db: Db, lessonIds: number[]) =>
  db
    .select(getTableColumns(quizzes))
    .from(quizzes)
    .innerJoin(lessons, eq(lessons.id, quizzes.lesson_id))
    .where(
      sql`${quizzes.lesson_id} = any(${sql.param(lessonIds)}::int[]) and ${quizzes.deleted_at} is null and ${isAskedInText}`,
    )
    .orderBy(asc(quizzes.position), asc(quizzes.id))
export type ArchivedQuiz = Awaited<ReturnType<typeof listQuizzesOf>>[number]

/** The SCORM packages of lessons, in their order, as files. */
export const listPackageFiles = (db: Db, lessonIds: number[]) =>
  db
    .select({ lesson_id: scormPackages.lesson_id, id: files.id, name: files.name, size: files.size })
    .from(scormPackages)
    .innerJoin(files, eq(files.id, scormPackages.file_id))
    .where(sql`${scormPackages.lesson_id} = any(${sql.param(lessonIds)}::int[]) and ${files.status} = 'ready'`)
    .orderBy(asc(scormPackages.id))

/** What comes before the lessons of a course. */
export const listRequirementsIn = (db: Db, courseId: number) =>
  db
    .select({
      lesson_id: lessonRequirements.lesson_id,
      after_id: lessonRequirements.after_id,
      needs: lessonRequirements.needs,
    })
    .from(lessonRequirements)
    .innerJoin(lessons, eq(lessons.id, lessonRequirements.lesson_id))
    .where(eq(lessons.course_id, courseId))
    .orderBy(asc(lessonRequirements.after_id))

/** The files that the texts of a course and of its lessons use. */
export const listFilesIn = (db: Db, courseId: number) => {
  const owners = sql<{ owner: FileOwner }>`(
    select 'course' as owner, ${courseId}::int as id
    union all select 'announcement', ${courseId}::int
    union all select 'lesson', id from lessons where course_id = ${courseId} and deleted_at is null
    union all select 'assignment', assignments.id from assignments join lessons on lessons.id = assignments.lesson_id
      where lessons.course_id = ${courseId} and lessons.deleted_at is null)`
  return db
    .select({
      owner: fileUses.owner,
      owner_id: fileUses.owner_id,
      id: files.id,
      name: files.name,
      size: files.size,
    })
    .from(fileUses)
    .innerJoin(files, eq(files.id, fileUses.file_id))
    .where(sql`${files.status} = 'ready' and (${fileUses.owner}, ${fileUses.owner_id}) in ${owners}`)
}
