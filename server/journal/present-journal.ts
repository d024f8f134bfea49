import { averageOf } from '#contract/journal/average.ts'
import { canKeepJournal } from '#contract/journal/journal.policy.ts'
import type { Journal, JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import { maxPoints } from '#contract/lessons/assignment.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type CourseWithFacts, listCourseStudents } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found } from '#server/http/refusal.ts'
import {
  findJournalWork,
  type JournalAssignmentRecord,
  type JournalWork,
  listJournalAssignments,
  listJournalWorks,
} from '#server/journal/journal.repo.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import type { TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** The most that criteria can add up to; without points, or with nothing but zeros, there is no share to take. */
export const maxScore = (criteria: JournalAssignmentRecord['criteria']) => maxPoints(criteria) || null

const presentAssignment = (record: JournalAssignmentRecord, open: boolean): JournalAssignment => ({
  id: record.id,
  lesson: record.lesson,
  open,
  due_at: record.due_at,
  weight: record.weight,
  max_score: maxScore(record.criteria),
})

type Deadlines = Pick<JournalAssignmentRecord, 'id' | 'due_at' | 'closes_at'>

const isHandedIn = ({ status }: JournalWork) => status !== 'draft'

/** A work as its reader may know of it: a draft is its student's alone. */
const presentCell = (assignment: Deadlines, work: JournalWork | undefined, own: boolean, now: string): JournalCell => {
  const { due_at } = deadlinesOf({ task: { extended_until: work?.extended_until ?? null }, assignment })
  const shown = work && (own || isHandedIn(work)) ? work : null
  const handedIn = work && isHandedIn(work) ? work : null
  return {
    assignment_id: assignment.id,
    task_id: shown?.task_id ?? null,
    status: shown && taskStatuses[shown.status],
    score: shown?.score ?? null,
    attempt: handedIn?.attempt ?? null,
    submitted_at: handedIn?.submitted_at ?? null,
    due_at,
    overdue: due_at !== null && work?.status !== 'excused' && (handedIn?.first_submitted_at ?? now) > due_at,
    changes: shown?.changes ?? 0,
  }
}

/**
 * The journal of a course as the actor may see it: a student's own row, every row for staff. Columns are the
 * assignments that students can read, and those that have works. It takes three questions, however long it is.
 */
export const loadJournal = async (db: Db, actor: Actor, course: CourseWithFacts): Promise<Journal> => {
  const staff = canKeepJournal(actor, course)
  const [records, students, works] = await Promise.all([
    listJournalAssignments(db, course.id),
    listCourseStudents(db, [course.id]),
    listJournalWorks(db, course.id, staff ? null : actor.id),
  ])
  const moment = new Date()
  const now = moment.toISOString()
  const worked = new Set(works.filter(isHandedIn).map(({ assignment_id }) => assignment_id))
  const columns = records
    .map((record) => ({ record, open: isOpenLesson(record, moment) }))
    .filter(({ record, open }) => open || worked.has(record.id))
  const assignments = columns.map(({ record, open }) => presentAssignment(record, open))
  const workOf = new Map(works.map((work) => [`${work.user_id}:${work.assignment_id}`, work]))
  const rows = students
    .filter(({ person }) => staff || person.id === actor.id)
    .map(({ person }): JournalRow => {
      const cells = columns.map(({ record }) =>
        presentCell(record, workOf.get(`${person.id}:${record.id}`), person.id === actor.id, now),
      )
      return { student: presentPerson(person), cells, average: averageOf(assignments, cells) }
    })
  return { course: { id: course.id, name: course.name }, assignments, rows }
}

/** The cell of one work, as staff see it. */
export const loadJournalCell = async (db: Db, { task, assignment }: TaskWithFacts) =>
  presentCell(assignment, found(await findJournalWork(db, task.id)), false, new Date().toISOString())
