import { schoolDay } from '#contract/dates.ts'
import { averageOf } from '#contract/journal/average.ts'
import { canKeepJournal } from '#contract/journal/journal.policy.ts'
import type {
  Journal,
  JournalAssignment,
  JournalCell,
  JournalRow,
  StudentCell,
} from '#contract/journal/journal.schema.ts'
import type { Grading } from '#contract/journal/scales.ts'
import { proposeTotals } from '#contract/journal/totals.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type CourseWithFacts, listCourseStudents } from '#server/courses/courses.repo.ts'
import { listLeavers } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { readAll } from '#server/db/read-all.ts'
import { found } from '#server/http/refusal.ts'
import {
  findJournalCell,
  findJournalTask,
  type JournalAssignmentRecord,
  type JournalCellRecord,
  type JournalTask,
  listJournalAssignments,
  listJournalCells,
  listJournalTasks,
} from '#server/journal/journal.repo.ts'
import { type ColumnRecord, listColumns, listMarks } from '#server/journal/journal-columns.repo.ts'
import {
  type BestAttempt,
  type JournalQuizRecord,
  listBestAttempts,
  listJournalQuizzes,
} from '#server/journal/journal-quizzes.repo.ts'
import { type CoursePeriod, listCoursePeriods, listTotals } from '#server/journal/periods.repo.ts'
import { marksByPlace, presentColumn, presentMark } from '#server/journal/present-column.ts'
import { presentQuizzes } from '#server/journal/present-journal-quizzes.ts'
import { periodsOfCourse, presentTotal, type SetTotal, totalsByPlace } from '#server/journal/present-totals.ts'
import { loadGrading } from '#server/site/load-settings.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import type { TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

const presentAssignment = (record: JournalAssignmentRecord, open: boolean): JournalAssignment => ({
  id: record.id,
  lesson: record.lesson,
  held_on: null,
  day: record.day,
  open,
  deleted_at: record.deleted_at,
  due_at: record.due_at,
  weight: record.weight,
  max_score: maxScoreOf(record.criteria),
})

type Deadlines = Pick<JournalAssignmentRecord, 'id' | 'due_at' | 'closes_at'>

const isHandedIn = ({ status }: JournalTask) => status !== 'draft'

/** Whether anybody may know that a column has something: a task that was handed in, or a mark without one. */
const isFilled = (task: JournalTask) => isHandedIn(task) || task.score !== null

/** What staff noted in a cell. */
type Noted = Pick<JournalCellRecord, 'absent' | 'comment'>

/** Rows of students and assignments, to be found by both. */
const byPair = <Row extends { assignment_id: number }>(rows: Row[], studentOf: (row: Row) => number) =>
  new Map(rows.map((row) => [`${studentOf(row)}:${row.assignment_id}`, row]))

/** A task as the reader may see it: staff see of a draft only what they gave it. */
const presentCell = (
  assignment: Deadlines,
  task: JournalTask | undefined,
  noted: Noted | undefined,
  { own, isAsked, now }: { own: boolean; isAsked: boolean; now: string },
): JournalCell => {
  const { due_at } = deadlinesOf({ task: { extended_until: task?.extended_until ?? null }, assignment })
  const shown = task && (own || isHandedIn(task)) ? task : null
  const marked = task && (own || isFilled(task) || task.changes > 0 || task.extended_until !== null) ? task : null
  const handedIn = task && isHandedIn(task) ? task : null
  return {
    assignment_id: assignment.id,
    task_id: marked?.task_id ?? null,
    status: shown && taskStatuses[shown.status],
    score: marked?.score ?? null,
    attempt: handedIn?.attempt ?? null,
    submitted_at: handedIn?.submitted_at ?? null,
    due_at,
    overdue:
      due_at !== null &&
      task?.status !== 'excused' &&
      !noted?.absent &&
      (handedIn ? (handedIn.first_submitted_at ?? now) > due_at : isAsked && marked?.score == null && now > due_at),
    changes: marked?.changes ?? 0,
    absent: noted?.absent ?? false,
    comment: noted?.comment ?? '',
  }
}

/** The students of the journal: those in the course by name, then those who left it. */
export const loadStudents = async (db: Db, courseId: number, onlyId: number | null) => {
  const [members, leavers] = await readAll(db, [
    (db) => listCourseStudents(db, [courseId]),
    (db) => listLeavers(db, courseId, onlyId),
  ])
  const wanted = members.filter(({ person }) => onlyId === null || person.id === onlyId)
  return [...wanted.map(({ person }) => ({ person, left_at: null })), ...leavers]
}

/** The rows that the journal of a course is made of. */
export interface JournalFacts {
  records: JournalAssignmentRecord[]
  students: Awaited<ReturnType<typeof loadStudents>>
  journalTasks: JournalTask[]
  noted: JournalCellRecord[]
  quizRecords: JournalQuizRecord[]
  bestAttempts: BestAttempt[]
  grading: Grading
  plain: ColumnRecord[]
  marks: Parameters<typeof marksByPlace>[0]
  schoolPeriods: CoursePeriod[]
  totals: SetTotal[]
}

/**
 * The journal of a course as the actor may see it: a student's own row, every row for staff. Columns are the
 * assignments that students can read, and those with tasks; the same of quizzes. It takes
 * the same number of queries, however long it is.
 */
export const loadJournal = async (db: Db, actor: Actor, course: CourseWithFacts): Promise<Journal> => {
  const onlyId = canKeepJournal(actor, course) ? null : actor.id
  const [
    ...[records, students, journalTasks, noted, quizRecords, bestAttempts, grading, plain, marks, schoolPeriods, totals]
  ] = await readAll(db, [
    (db) => listJournalAssignments(db, course.id),
    (db) => loadStudents(db, course.id, onlyId),
    (db) => listJournalTasks(db, course.id, onlyId),
    (db) => listJournalCells(db, course.id, onlyId),
    (db) => listJournalQuizzes(db, course.id),
    (db) => listBestAttempts(db, course.id, onlyId),
    (db) => loadGrading(db, course.scale),
    (db) => listColumns(db, course.id),
    (db) => listMarks(db, course.id, onlyId),
    (db) => listCoursePeriods(db, course.id),
    (db) => listTotals(db, course.id, onlyId),
  ])
  return presentJournal(
    course,
    {
      records,
      students,
      journalTasks,
      noted,
      quizRecords,
      bestAttempts,
      grading,
      plain,
      marks,
      schoolPeriods,
      totals,
    },
    { onlyId, readerId: actor.id },
  )
}

/**
 * The journal that these rows make. `onlyId` is the student whose row alone it has; `readerId` reads it, who sees what
 * they have begun themselves.
 */
export const presentJournal = (
  course: Pick<CourseWithFacts, 'id' | 'name'>,
  facts: JournalFacts,
  { onlyId, readerId }: { onlyId: number | null; readerId: number | null },
): Journal => {
  const { records, students, journalTasks, noted, quizRecords, bestAttempts, grading, plain, marks, totals } = facts
  const moment = new Date()
  const now = moment.toISOString()
  const usedIds = new Set([...journalTasks.filter(isFilled), ...noted].map(({ assignment_id }) => assignment_id))
  const columns = records
    .map((record) => ({ record, open: record.deleted_at === null && isOpenLesson(record, moment) }))
    .filter(({ record, open }) => open || usedIds.has(record.id))
  // a student sees of the others only those that have something of theirs
  const markedIds = new Set(marks.map(({ column_id }) => column_id))
  const shown = plain.filter(({ id }) => onlyId === null || markedIds.has(id))
  const assignments = [
    ...columns.map(({ record, open }) => presentAssignment(record, open)),
    ...shown.map(presentColumn),
  ]
  const markOf = marksByPlace(marks)
  const places = columns.map(({ record }) => record)
  const { quizzes, cellsOf } = presentQuizzes(quizRecords, bestAttempts, places, moment)
  const days = [...assignments, ...quizzes].map(({ day }) => day)
  const periods = periodsOfCourse(facts.schoolPeriods, [...days, schoolDay(moment)], totals)
  const totalOf = totalsByPlace(totals)
  const taskOf = byPair(journalTasks, ({ user_id }) => user_id)
  const notedOf = byPair(noted, ({ student_id }) => student_id)
  const cellOf = (studentId: number, assignmentId: number) =>
    [taskOf.get(`${studentId}:${assignmentId}`), notedOf.get(`${studentId}:${assignmentId}`)] as const
  const rows = students.map(({ person, left_at }): JournalRow => {
    const cells = columns.map(({ record }) =>
      presentCell(record, ...cellOf(person.id, record.id), {
        own: person.id === readerId,
        // nothing is asked for any more in a deleted lesson, or of a student who left
        isAsked: record.deleted_at === null,
        now: left_at ?? now,
      }),
    )
    cells.push(...shown.map(({ id }) => presentMark(id, markOf(id, person.id))))
    const scores = cellsOf(person.id)
    const average = averageOf(assignments, cells, scores)
    const setOf = (periodId: number) => totalOf(periodId, person.id)
    const proposed = proposeTotals(
      periods,
      { assignments, quizzes },
      { cells, quizzes: scores },
      { grading, setOf: (periodId) => setOf(periodId)?.score ?? null },
    )
    return {
      student: presentPerson(person),
      left_at,
      cells,
      quizzes: scores,
      average,
      totals: periods.map(({ id }, index) => presentTotal(id, setOf(id), proposed[index] ?? null)),
    }
  })
  return { course: { id: course.id, name: course.name }, grading, assignments, quizzes, periods, rows }
}

/** The cell of one task, as staff see it. */
export const loadJournalCell = async (db: Db, { task, assignment }: TaskWithFacts) => {
  const shown = found(await findJournalTask(db, task.id))
  const noted = await findJournalCell(db, assignment.id, shown.user_id)
  return presentCell(assignment, shown, noted, { own: false, isAsked: true, now: new Date().toISOString() })
}

/** A cell by its assignment and its student; `left_at` as in the row of the student. */
export interface CellPlace {
  assignment: JournalAssignmentRecord
  student_id: number
  left_at: string | null
}

/** These cells of a course as staff see them, by two queries. */
export const loadCells = async (db: Db, courseId: number, places: CellPlace[]): Promise<StudentCell[]> => {
  const [journalTasks, noted] = [await listJournalTasks(db, courseId, null), await listJournalCells(db, courseId, null)]
  const taskOf = byPair(journalTasks, ({ user_id }) => user_id)
  const notedOf = byPair(noted, (row) => row.student_id)
  const now = new Date().toISOString()
  return places.map(({ assignment, student_id, left_at }) => {
    const key = `${student_id}:${assignment.id}`
    const isAsked = assignment.deleted_at === null
    const facts = { own: false, isAsked, now: left_at ?? now }
    return { student_id, ...presentCell(assignment, taskOf.get(key), notedOf.get(key), facts) }
  })
}
