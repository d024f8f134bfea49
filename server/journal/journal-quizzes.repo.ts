import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { columnDay, outlinePlace } from '#server/journal/journal.repo.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { isAskedInText } from '#server/quizzes/quizzes.repo.ts'
import { quizAttempts, quizzes } from '#server/quizzes/quizzes.table.ts'

/** The quizzes whose results count: students are asked them, and nobody has removed them. */
const journalQuizzes = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: quizzes.id,
      course_id: lessons.course_id,
      title: quizzes.title,
      lesson: { id: lessons.id, name: lessons.name },
      status: lessons.status,
      publish_at: lessons.publish_at,
      deleted_at: lessons.deleted_at,
      day: columnDay(sql`coalesce(${lessons.publish_at}, ${lessons.created_at})`),
      place: outlinePlace,
      max_points: sql<number>`(
          select round(sum((question->>'points')::numeric), 3)::float8
          from jsonb_array_elements(${quizzes.questions}) as question)`,
    })
    .from(quizzes)
    .innerJoin(lessons, eq(lessons.id, quizzes.lesson_id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(and(where, eq(quizzes.in_journal, true), isNull(quizzes.deleted_at), isAskedInText))
    .orderBy(outlinePlace, sql`position('<div data-quiz="' || ${quizzes.id} || '">' in ${lessons.content})`)

/**
 * The quizzes of a course whose results count, in the order of the lessons, within a lesson in that of its text; including
 * lessons as assignments do.
 */
export const listJournalQuizzes = (db: Db, courseId: number) =>
  prepared(db, 'list_journal_quizzes', (db, name) =>
    journalQuizzes(db, eq(lessons.course_id, sql.placeholder('course'))).prepare(name),
  ).execute({ course: courseId })

/** The same of several courses. */
export const listQuizzesOfCourses = (db: Db, courseIds: number[]) =>
  journalQuizzes(db, inArray(lessons.course_id, courseIds))
export type JournalQuizRecord = Awaited<ReturnType<typeof listJournalQuizzes>>[number]

const bestAttempts = (db: Db, where: SQL | undefined) =>
  db
    .selectDistinctOn([quizAttempts.quiz_id, quizAttempts.user_id], {
      quiz_id: quizAttempts.quiz_id,
      course_id: lessons.course_id,
      user_id: quizAttempts.user_id,
      points: quizAttempts.points,
      max_points: quizAttempts.max_points,
      answered_at: quizAttempts.answered_at,
      attempts: sql<number>`(count(*) over (partition by ${quizAttempts.quiz_id}, ${quizAttempts.user_id}))::int`,
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quiz_id))
    .innerJoin(lessons, eq(lessons.id, quizzes.lesson_id))
    .where(and(where, eq(quizzes.in_journal, true), isNull(quizzes.deleted_at)))
    .orderBy(
      asc(quizAttempts.quiz_id),
      asc(quizAttempts.user_id),
      desc(sql`${quizAttempts.points} / greatest(${quizAttempts.max_points}, 0.001)`),
      asc(quizAttempts.number),
    )

/**
 * The best attempt of each student at each of these quizzes, with how many there are: the one with the greatest share of its
 * points, the earliest of equal ones. `studentId` limits them to one student.
 */
export const listBestAttempts = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_best_attempts', (db, name) =>
    bestAttempts(
      db,
      and(
        eq(lessons.course_id, sql.placeholder('course')),
        sql`(${sql.placeholder('student')}::int is null or ${quizAttempts.user_id} = ${sql.placeholder('student')})`,
      ),
    ).prepare(name),
  ).execute({ course: courseId, student: studentId })

/** The same of one student in several courses. */
export const listAttemptsOfStudent = (db: Db, studentId: number, courseIds: number[]) =>
  bestAttempts(db, and(eq(quizAttempts.user_id, studentId), inArray(lessons.course_id, courseIds)))
export type BestAttempt = Awaited<ReturnType<typeof listBestAttempts>>[number]
