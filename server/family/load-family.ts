import { documentName } from '#contract/documents/documents.schema.ts'
import type { Family, FamilyTask, Studies } from '#contract/family/family.schema.ts'
import type { JournalQuiz, JournalQuizCell } from '#contract/journal/journal.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { totalText } from '#contract/journal/totals.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Db } from '#server/db/database.ts'
import {
  findFamilyAddress,
  findLettersSince,
  listAsked,
  listChildren,
  listClassesOf,
  listConsentsOfChildren,
  listCoursesOf,
  listPlainMarks,
} from '#server/family/family.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { listAttemptsOfStudents, listQuizzesOfCourses } from '#server/journal/journal-quizzes.repo.ts'
import { listTotalsOfStudents } from '#server/journal/periods.repo.ts'
import { presentQuizzes } from '#server/journal/present-journal-quizzes.ts'
import { loadBorders } from '#server/site/load-settings.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import type { User } from '#server/users/users.table.ts'

/** The address of the parent whose link it is; 422 for a dead link. */
export const addressOfLink = async (db: Db, token: string) => {
  const email = await findFamilyAddress(db, hashToken(token))
  if (email === null) throw new Refusal('link-expired')
  return email
}

type Asked = Awaited<ReturnType<typeof listAsked>>[number]

/** As the course shows it; null in points, which are shown with their max. */
const markOf = (score: number | null, max: number | null, grading: Grading) =>
  score === null || grading.scale === 'points' ? null : markText(score, max, grading)

const presentTask = (
  { id, lesson, due_at: due, criteria, task, verdict, cell }: Asked,
  grading: Grading,
  now: string,
): FamilyTask => {
  const { due_at } = deadlinesOf({
    task: { extended_until: task?.extended_until ?? null },
    assignment: { due_at: due, closes_at: null },
  })
  const waits = !task || task.status === 'draft'
  const absent = cell?.absent ?? false
  const score = task?.score ?? null
  return {
    id,
    lesson,
    quiz: null,
    held_on: null,
    // the beginning of a draft is the child's own business
    status: waits ? null : taskStatuses[task.status],
    due_at,
    overdue: waits && due_at !== null && due_at < now && score === null && !absent,
    submitted_at: waits ? null : task.submitted_at,
    score,
    max_score: maxScoreOf(criteria),
    mark: markOf(score, maxScoreOf(criteria), grading),
    // while a new attempt waits, the earlier verdict is history
    verdict: verdict && task?.status !== 'submitted' ? { ...verdict, comment: verdict.comment ?? '' } : null,
    absent,
    note: cell?.comment ?? '',
    noted_at: cell?.changed_at ?? null,
  }
}

/** The rows of one child. */
const of = <Row extends { child_id: number }>(rows: Row[], id: number) => rows.filter((row) => row.child_id === id)

type PlainMark = Awaited<ReturnType<typeof listPlainMarks>>[number]

/** The state of a column without a hand-in: nothing is due there. */
const presentPlain = ({ column, mark }: PlainMark, grading: Grading): FamilyTask => ({
  id: column.id,
  lesson: column.name,
  quiz: null,
  held_on: column.held_on,
  status: null,
  due_at: null,
  overdue: false,
  submitted_at: null,
  verdict: null,
  score: mark.score,
  max_score: column.max_score,
  mark: markOf(mark.score, column.max_score, grading),
  absent: mark.absent,
  note: mark.comment,
  noted_at: mark.changed_at,
})

type ShownQuizzes = ReturnType<typeof presentQuizzes>

/** A quiz or a tool with the best result: nothing is due there, and one without points has no mark. */
const presentQuiz = (
  { id, lesson, kind, title }: ShownQuizzes['quizzes'][number],
  { points, max_points, answered_at }: JournalQuizCell,
  grading: Grading,
): FamilyTask => {
  const score = max_points ? points : null
  return {
    id,
    lesson: lesson.name,
    quiz: { kind, title },
    held_on: null,
    status: null,
    due_at: null,
    overdue: false,
    submitted_at: null,
    verdict: null,
    score,
    max_score: max_points,
    mark: markOf(score, max_points, grading),
    absent: false,
    note: '',
    noted_at: answered_at,
  }
}

/** What the lessons of a course ask of a child, in their order, with the quizzes that count as its journal has them. */
const presentLessons = (
  asked: Asked[],
  { quizzes, cellsOf }: ShownQuizzes,
  { childId, grading, now }: { childId: number; grading: Grading; now: string },
): FamilyTask[] => {
  const cells = cellsOf(childId)
  const at = Map.groupBy(quizzes.keys(), (index) => (quizzes[index] as JournalQuiz).before)
  const before = (place: number) =>
    (at.get(place) ?? []).map((index) =>
      presentQuiz(quizzes[index] as JournalQuiz, cells[index] as JournalQuizCell, grading),
    )
  return [...asked.flatMap((row, place) => [...before(place), presentTask(row, grading, now)]), ...before(asked.length)]
}

/**
 * The classes and the courses of these students with what is asked of them: eight queries for any number of them. One
 * after another, as letters are made in a transaction, whose connection does not take the next query before the last
 * one ends.
 */
const loadCourses = async (db: Db, ids: number[]) => {
  const classes = await listClassesOf(db, ids)
  const courses = await listCoursesOf(db, ids)
  const asked = await listAsked(db, ids)
  const courseIds = [...new Set(courses.map(({ id }) => id))]
  const quizzes = await listQuizzesOfCourses(db, courseIds)
  const attempts = await listAttemptsOfStudents(db, ids, courseIds)
  const plain = await listPlainMarks(db, ids)
  const totals = await listTotalsOfStudents(db, ids)
  const borders = await loadBorders(db)
  const moment = new Date()
  const now = moment.toISOString()
  return (childId: number) => {
    const [asks, marks] = [of(asked, childId), of(plain, childId)]
    const answered = attempts.filter(({ user_id }) => user_id === childId)
    return {
      classes: of(classes, childId).map(({ id, name }) => ({ id, name })),
      courses: of(courses, childId).map(({ id, name, scale }) => {
        const isHere = ({ course_id }: { course_id: number }) => course_id === id
        const grading = { scale, borders }
        const own = asks.filter(isHere)
        const shown = presentQuizzes(quizzes.filter(isHere), answered.filter(isHere), own, moment)
        return {
          id,
          name,
          tasks: [
            ...presentLessons(own, shown, { childId, grading, now }),
            ...marks.filter(({ column }) => isHere(column)).map((row) => presentPlain(row, grading)),
          ],
          totals: totals
            .filter((total) => isHere(total) && total.student_id === childId)
            .map(({ period, score, closed }) => ({ period, mark: totalText(score, grading), closed })),
        }
      }),
    }
  }
}

/** How the studies of one person go. */
export const loadStudies = async (
  db: Db,
  { id, name, surname, patronymic }: Pick<User, 'id' | 'name' | 'surname' | 'patronymic'>,
): Promise<Studies> => ({ id, name, surname, patronymic, ...(await loadCourses(db, [id]))(id) })

/** A parent's children with their present state: twelve queries for any number of them. */
export const loadFamily = async (db: Db, email: string): Promise<Family> => {
  const since = await findLettersSince(db, email)
  const children = await listChildren(db, email)
  const ids = children.map(({ id }) => id)
  // every child has grown up or left, or a parent took the consent back
  if (ids.length === 0) throw new Refusal('link-expired')
  const studiesOf = await loadCourses(db, ids)
  const consents = await listConsentsOfChildren(db, ids)
  return {
    weekly: since !== null,
    children: children.map((child) => {
      const { classes, courses } = studiesOf(child.id)
      return {
        ...child,
        classes: classes.map(({ name }) => name),
        courses,
        consents: of(consents, child.id).map(({ document, given_at, withdrawn_at }) => ({
          title: documentName(document),
          given_at,
          withdrawn_at,
        })),
      }
    }),
  }
}
