import type { Period } from '#contract/journal/periods.schema.ts'
import { isInPeriod } from '#contract/journal/totals.ts'
import type { Statement, StatementCourse } from '#contract/statements/statements.schema.ts'
import type { Db } from '#server/db/database.ts'
import { readAll } from '#server/db/read-all.ts'
import { listAssignmentsOfCourses, listCellsOfStudent, listTasksOfStudent } from '#server/journal/journal.repo.ts'
import { listColumnsOfCourses, listMarksOfStudent } from '#server/journal/journal-columns.repo.ts'
import { listAttemptsOfStudents, listQuizzesOfCourses } from '#server/journal/journal-quizzes.repo.ts'
import { listLocksOfCourses, listPeriods, listSetTotals } from '#server/journal/periods.repo.ts'
import { presentJournal } from '#server/journal/present-journal.ts'
import { loadBorders } from '#server/site/load-settings.ts'
import { presentCourse } from '#server/statements/present-statement.ts'
import type { TakenCourseRecord } from '#server/statements/statements.repo.ts'
import { listCohortsOfStudents } from '#server/users/list-people.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** The rows of one course. */
const byCourse = <Row extends { course_id: number }>(rows: Row[]) => {
  const found = Map.groupBy(rows, ({ course_id }) => course_id)
  return (courseId: number) => found.get(courseId) ?? []
}

const isUsed = (period: Period, courses: StatementCourse[]) =>
  courses.some(({ lines }) =>
    lines.some((line) => (line.kind === 'total' ? line.period_id === period.id : isInPeriod(line.day, period))),
  )

/**
 * Somebody's marks in these courses, each as its journal has them for staff: twelve queries for any number of courses.
 * Whether the reader may see them is decided before.
 */
export const loadStatement = async (db: Db, student: User, taken: TakenCourseRecord[]): Promise<Statement> => {
  const ids = taken.map(({ id }) => id)
  const [
    ...[cohorts, records, journalTasks, noted, quizRecords, attempts, plain, marks, periods, locks, totals, borders]
  ] = await readAll(db, [
    (db) => listCohortsOfStudents(db, [student.id]),
    (db) => listAssignmentsOfCourses(db, ids),
    (db) => listTasksOfStudent(db, student.id, ids),
    (db) => listCellsOfStudent(db, student.id, ids),
    (db) => listQuizzesOfCourses(db, ids),
    (db) => listAttemptsOfStudents(db, [student.id], ids),
    (db) => listColumnsOfCourses(db, ids),
    (db) => listMarksOfStudent(db, student.id, ids),
    (db) => listPeriods(db),
    (db) => listLocksOfCourses(db, ids),
    (db) => listSetTotals(db, student.id, ids),
    (db) => loadBorders(db),
  ])
  const recordsOf = byCourse(records)
  const tasksOf = byCourse(journalTasks)
  const notedOf = byCourse(noted)
  const quizzesOf = byCourse(quizRecords)
  const attemptsOf = byCourse(attempts)
  const plainOf = byCourse(plain)
  const marksOf = byCourse(marks)
  const locksOf = byCourse(locks)
  const totalsOf = byCourse(totals)
  const courses = taken.map((course): StatementCourse => {
    const lockedAt = new Map(locksOf(course.id).map(({ period_id, locked_at }) => [period_id, locked_at]))
    const facts = {
      records: recordsOf(course.id),
      students: [{ person: student, left_at: course.left_at }],
      journalTasks: tasksOf(course.id),
      noted: notedOf(course.id),
      quizRecords: quizzesOf(course.id),
      bestAttempts: attemptsOf(course.id),
      grading: { scale: course.scale, borders },
      plain: plainOf(course.id),
      marks: marksOf(course.id),
      schoolPeriods: periods.map((period) => ({
        ...period,
        locked_by: null,
        locked_at: lockedAt.get(period.id) ?? null,
      })),
      totals: totalsOf(course.id),
    }
    // as staff see it: what the student has only begun is on no paper
    return presentCourse(course, presentJournal(course, facts, { onlyId: student.id, readerId: null }))
  })
  const { id, name, surname, patronymic } = student
  return {
    student: { id, name, surname, patronymic },
    classes: cohorts.map((cohort) => cohort.name),
    courses,
    periods: periods.filter((period) => isUsed(period, courses)),
  }
}
