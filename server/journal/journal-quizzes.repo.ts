import { and, asc, type Column, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { JournalQuiz } from '#contract/journal/journal.schema.ts'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { columnDay, outlinePlace } from '#server/journal/journal.repo.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { ltiLinks, ltiResults } from '#server/lti/lti.table.ts'
import { isAskedInText } from '#server/quizzes/quizzes.repo.ts'
import { quizAttempts, quizzes } from '#server/quizzes/quizzes.table.ts'

/** The columns of a lesson that quizzes and tools have in common; their ids never meet (record 0112). */
const lessonColumns = {
  course_id: lessons.course_id,
  lesson: { id: lessons.id, name: lessons.name },
  status: lessons.status,
  publish_at: lessons.publish_at,
  deleted_at: lessons.deleted_at,
  day: columnDay(sql`coalesce(${lessons.publish_at}, ${lessons.created_at})`).as('day'),
  place: sql<number[]>`${outlinePlace}`.as('place'),
}

/** The quizzes whose results count: students are asked them, and nobody has removed them. */
const countedQuizzes = (db: Db, where: SQL | undefined) =>
  db
    .select({
      kind: sql<JournalQuiz['kind']>`'quiz'`.as('kind'),
      id: quizzes.id,
      title: quizzes.title,
      ...lessonColumns,
      max_points: sql<number>`(
          select round(sum((question->>'points')::numeric), 3)::float8
          from jsonb_array_elements(${quizzes.questions}) as question)`.as('max_points'),
      at: sql<number>`position('<div data-quiz="' || ${quizzes.id} || '">' in ${lessons.content})`.as('at'),
    })
    .from(quizzes)
    .innerJoin(lessons, eq(lessons.id, quizzes.lesson_id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(and(where, eq(quizzes.in_journal, true), isNull(quizzes.deleted_at), isAskedInText))

/** The tools of other sites whose results count; they are below the text. */
const countedTools = (db: Db, where: SQL | undefined) =>
  db
    .select({
      kind: sql<JournalQuiz['kind']>`'tool'`.as('kind'),
      id: ltiLinks.id,
      title: ltiLinks.title,
      ...lessonColumns,
      max_points: sql<number>`${ltiLinks.max_points}`.as('max_points'),
      at: sql<number>`length(${lessons.content}) + ${ltiLinks.id}`.as('at'),
    })
    .from(ltiLinks)
    .innerJoin(lessons, eq(lessons.id, ltiLinks.lesson_id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(and(where, eq(ltiLinks.in_journal, true), isNull(ltiLinks.deleted_at)))

const journalQuizzes = (db: Db, where: SQL | undefined) =>
  unionAll(countedQuizzes(db, where), countedTools(db, where)).orderBy(sql`place`, sql`at`)

/**
 * The quizzes of a course whose results count, in the order of the lessons, within a lesson in that of its text;
 * including lessons as assignments do.
 */
export const listJournalQuizzes = (db: Db, courseId: number) =>
  prepared(db, 'list_journal_quizzes', (db, name) =>
    journalQuizzes(db, eq(lessons.course_id, sql.placeholder('course'))).prepare(name),
  ).execute({ course: courseId })

/** The same of several courses. */
export const listQuizzesOfCourses = (db: Db, courseIds: number[]) =>
  journalQuizzes(db, inArray(lessons.course_id, courseIds))
export type JournalQuizRecord = Awaited<ReturnType<typeof listJournalQuizzes>>[number]

const bestOfQuizzes = (db: Db, where: SQL | undefined) =>
  db
    .selectDistinctOn([quizAttempts.quiz_id, quizAttempts.user_id], {
      quiz_id: quizAttempts.quiz_id,
      course_id: lessons.course_id,
      user_id: quizAttempts.user_id,
      points: sql<number>`${quizAttempts.points}`.as('points'),
      max_points: sql<number>`${quizAttempts.max_points}`.as('max_points'),
      answered_at: quizAttempts.answered_at,
      attempts: sql<number>`(count(*) over (partition by ${quizAttempts.quiz_id}, ${quizAttempts.user_id}))::int`.as(
        'attempts',
      ),
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

/** What tools have reported, as attempts: the final score of each student, by the points of the lesson. */
const reportsOfTools = (db: Db, where: SQL | undefined) =>
  db
    .selectDistinctOn([ltiResults.link_id, ltiResults.user_id], {
      quiz_id: ltiResults.link_id,
      course_id: lessons.course_id,
      user_id: ltiResults.user_id,
      points:
        sql<number>`round((${ltiResults.given} / ${ltiResults.maximum} * ${ltiLinks.max_points})::numeric, 3)::float8`.as(
          'points',
        ),
      max_points: sql<number>`${ltiLinks.max_points}`.as('max_points'),
      answered_at: ltiResults.scored_at,
      attempts: sql<number>`1`.as('attempts'),
    })
    .from(ltiResults)
    .innerJoin(ltiLinks, eq(ltiLinks.id, ltiResults.link_id))
    .innerJoin(lessons, eq(lessons.id, ltiLinks.lesson_id))
    .where(
      and(
        where,
        eq(ltiLinks.in_journal, true),
        isNull(ltiLinks.deleted_at),
        eq(ltiResults.grading, 'FullyGraded'),
        isNotNull(ltiResults.given),
      ),
    )

/** Within the course of a statement, of one student or of all. */
const ofStudent = (student: Column) =>
  and(
    eq(lessons.course_id, sql.placeholder('course')),
    sql`(${sql.placeholder('student')}::int is null or ${student} = ${sql.placeholder('student')})`,
  )

/**
 * The best attempt of each student at each of these quizzes, with how many there are: the one with the greatest share
 * of its points, the earliest of equal ones. `studentId` limits them to one student.
 */
export const listBestAttempts = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_best_attempts', (db, name) =>
    unionAll(
      bestOfQuizzes(db, ofStudent(quizAttempts.user_id)),
      reportsOfTools(db, ofStudent(ltiResults.user_id)),
    ).prepare(name),
  ).execute({ course: courseId, student: studentId })

/** The same of these students in several courses. */
export const listAttemptsOfStudents = (db: Db, studentIds: number[], courseIds: number[]) =>
  unionAll(
    bestOfQuizzes(db, and(inArray(quizAttempts.user_id, studentIds), inArray(lessons.course_id, courseIds))),
    reportsOfTools(db, and(inArray(ltiResults.user_id, studentIds), inArray(lessons.course_id, courseIds))),
  )
export type BestAttempt = Awaited<ReturnType<typeof listBestAttempts>>[number]
