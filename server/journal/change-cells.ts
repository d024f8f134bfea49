import { scoredStatuses } from '#contract/journal/journal.policy.ts'
import type { CellChange, StudentCell } from '#contract/journal/journal.schema.ts'
import { type Grading, markText } from '#contract/journal/scales.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { CourseWithFacts } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { readAll } from '#server/db/read-all.ts'
import { addCourseEvent, addTaskEvents } from '#server/events/events.repo.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { authorize, Refusal } from '#server/http/refusal.ts'
import { changeMarks, noteConflict, type PlacedMark } from '#server/journal/change-marks.ts'
import { keepScore, scoreFault } from '#server/journal/change-score.ts'
import { holdOpenPeriods } from '#server/journal/check-periods.ts'
import {
  type HeldTask,
  insertMissingTasks,
  listJournalAssignments,
  listJournalCells,
  lockAssignments,
  lockTasksOf,
  saveJournalCells,
} from '#server/journal/journal.repo.ts'
import { listColumns, lockColumns } from '#server/journal/journal-columns.repo.ts'
import { holdJournalCourse } from '#server/journal/journal-course.ts'
import { type CellPlace, loadCells, loadStudents } from '#server/journal/present-journal.ts'
import { excuseTask } from '#server/reviews/reopen-task.ts'
import { loadGrading } from '#server/site/load-settings.ts'

/** A change with where it belongs, and the name for messages. */
interface Placed extends CellPlace {
  /** Its place in the call. */
  index: number
  change: CellChange
  name: string
}

/** The reason of an excuse without a comment. */
const excusedInJournal = 'Отмечено в журнале'

const keyOf = ({ assignment_id, student_id }: { assignment_id: number; student_id: number }) =>
  `${student_id}:${assignment_id}`

/** Faults of the input by field, in the form of the schema's own: `cells.3.score`. */
class Faults {
  fields: Record<string, string[]> = {}

  add(index: number, field: keyof CellChange, sentence: string) {
    const path = `cells.${index}.${field}`
    this.fields[path] = [...(this.fields[path] ?? []), sentence]
  }

  /** 422 when there is any. */
  check() {
    const [first] = Object.values(this.fields).flat()
    if (first) throw new Refusal('invalid', { detail: first, fields: this.fields })
  }
}

/** The field that stands for a change as a whole, where its cell takes none. */
const fieldOf = ({ index, change }: { index: number; change: CellChange }) => {
  const fields = ['score', 'excused', 'absent', 'comment'] as const
  return `cells.${index}.${fields.find((field) => change[field] !== undefined) ?? 'score'}`
}

/** Checks the change of one cell by itself; `max` is that of the criteria. */
const checkChange = (faults: Faults, index: number, { score, absent, excused }: CellChange, max: number | null) => {
  const fault = scoreFault(score, max)
  if (fault) faults.add(index, 'score', fault)
  if (excused && (score != null || absent)) {
    faults.add(index, 'excused', 'Освобождённому от работы не ставят ни оценку, ни «н».')
  }
}

/**
 * Finds the assignments and students of the changes; 422 for those that are not of the course. First lock the
 * assignments and columns.
 */
const placeChanges = async (db: Db, course: CourseWithFacts, changes: CellChange[]) => {
  const [records, columns, students] = await readAll(db, [
    (db) => listJournalAssignments(db, course.id),
    (db) => listColumns(db, course.id),
    (db) => loadStudents(db, course.id, null),
  ])
  const columnOf = new Map(columns.map((column) => [column.id, column]))
  const assignmentOf = new Map(records.map((record) => [record.id, record]))
  const studentOf = new Map(students.map((student) => [student.person.id, student]))
  const faults = new Faults()
  const seen = new Set<string>()
  const marks: PlacedMark[] = []
  const placed = changes.flatMap((change, index): Placed[] => {
    const column = columnOf.get(change.assignment_id)
    const [assignment, student] = [assignmentOf.get(change.assignment_id), studentOf.get(change.student_id)]
    if (!assignment && !column) faults.add(index, 'assignment_id', 'Такого задания в этом курсе нет.')
    if (!student) faults.add(index, 'student_id', `Этого ${called('студента')} нет в журнале курса. Обновите страницу.`)
    if (seen.has(keyOf(change))) faults.add(index, 'student_id', 'Одна и та же клетка указана дважды.')
    seen.add(keyOf(change))
    if (column && student) {
      checkChange(faults, index, change, column.max_score)
      if (change.excused) faults.add(index, 'excused', 'Здесь нечего сдавать: освобождать не от чего.')
      marks.push({ index, change, column, name: `${fullName(student.person)}, «${column.name}»` })
    }
    if (!assignment || !student) return []
    checkChange(faults, index, change, maxScoreOf(assignment.criteria))
    const { person, left_at } = student
    const name = `${fullName(person)}, «${assignment.lesson.name}»`
    return [{ index, change, assignment, student_id: person.id, left_at, name }]
  })
  faults.check()
  return { placed, marks }
}

/**
 * Students of a team have one score, and are excused together: 422 when a call gives them different scores, or excuses
 * some of them.
 */
const checkTeams = (placed: Placed[], heldOf: Map<string, HeldTask>) => {
  const faults = new Faults()
  const scoreOf = new Map<number, number | null>()
  const excused = new Set(placed.flatMap(({ change }) => (change.excused ? keyOf(change) : [])))
  for (const { change, index } of placed) {
    const held = heldOf.get(keyOf(change))
    if (!held) continue
    const { task, student_ids } = held
    const isWhole = student_ids.every((student_id) => excused.has(keyOf({ ...change, student_id })))
    if (change.excused && task.status !== 'excused' && !isWhole) {
      faults.add(index, 'excused', 'Это работа команды, освободить можно только всех: отметьте каждого из неё.')
    }
    if (change.score === undefined) continue
    const { id } = task
    const known = scoreOf.get(id)
    if (known !== undefined && known !== change.score) faults.add(index, 'score', 'У команды одна оценка на всех.')
    scoreOf.set(id, change.score)
  }
  faults.check()
}

/** Why the task of a cell cannot be changed as it is now; null when it can. */
const taskConflict = ({ change, assignment }: Placed, held: HeldTask | undefined, grading: Grading) => {
  const { expected, score, excused } = change
  const now = held?.task.score ?? null
  if (isChangedSince(now, expected, score)) return `теперь ${markText(now, maxScoreOf(assignment.criteria), grading)}`
  if (!held) {
    const isNew = score != null || excused || change.absent || change.comment
    return isNew && assignment.deleted_at !== null ? 'урок удалён' : null
  }
  const { status } = held.task
  if (excused === false && status === 'excused') return `${called('студент')} освобождён, и это не отменить`
  if (score != null && !scoredStatuses.includes(status)) return taskStatuses[status].name.toLowerCase()
  return excused && status !== 'excused' && !canMove(status, 'excuse') ? taskStatuses[status].name.toLowerCase() : null
}

/** How many conflicts the message names; the response has all cells. */
const named = 3

/** 409 with what the cells are now, when any was changed since. */
const checkConflicts = async (
  tx: Db,
  course: CourseWithFacts,
  placed: Placed[],
  heldOf: Map<string, HeldTask>,
  grading: Grading,
) => {
  const expectsNotes = placed.some(
    ({ change }) => change.expected_comment !== undefined || change.expected_absent !== undefined,
  )
  const noted = new Map(
    expectsNotes ? (await listJournalCells(tx, course.id, null)).map((row) => [keyOf(row), row]) : [],
  )
  const conflicts = placed.flatMap((place) => {
    const key = keyOf(place.change)
    const state = taskConflict(place, heldOf.get(key), grading)
    const conflict = state ? { field: 'score' as const, state } : noteConflict(place.change, noted.get(key))
    return conflict ? [{ place, index: place.index, ...conflict }] : []
  })
  if (conflicts.length === 0) return
  const cells: StudentCell[] = await loadCells(
    tx,
    course.id,
    conflicts.map(({ place }) => place),
  )
  const lines = conflicts.slice(0, named).map(({ place, state }) => `${place.name}: ${state}`)
  const more = conflicts.length > named ? ` и ещё ${conflicts.length - named}` : ''
  throw new Refusal('conflict', {
    detail: `Пока вы заполняли журнал, в нём кое-что изменилось. ${lines.join('; ')}${more}. Ничего не записано.`,
    fields: Object.fromEntries(conflicts.map(({ index, field, state }) => [`cells.${index}.${field}`, [state]])),
    members: { cells },
  })
}

/** Nobody marks their own task, nor a task of their team. */
const checkOwn = (actor: Actor, placed: Placed[], held: HeldTask[]) => {
  const isOwn = placed.some(({ student_id }) => student_id === actor.id)
  authorize(!isOwn && !held.some(({ student_ids }) => student_ids.includes(actor.id)))
}

/** Keeps the scores and excuses of locked tasks, and says so to open pages. */
const keepMarks = async (tx: Db, actor: Actor, placed: Placed[], heldOf: Map<string, HeldTask>, grading: Grading) => {
  const scored = new Set<number>()
  const excused = new Set<number>()
  for (const { change, assignment } of placed) {
    const { score, comment } = change
    const task = heldOf.get(keyOf(change))?.task
    if (!task) continue
    if (change.excused && task.status !== 'excused' && !excused.has(task.id)) {
      excused.add(task.id)
      await excuseTask(tx, actor, task.id, comment || excusedInJournal)
    } else if (score !== undefined && score !== task.score && !scored.has(task.id)) {
      scored.add(task.id)
      await keepScore(tx, actor, task, { to: score, reason: '', max: maxScoreOf(assignment.criteria), grading })
    }
  }
  if (scored.size > 0) await addTaskEvents(tx, [...scored], 'score', 'all')
}

/**
 * Changes many cells of a journal in one transaction, all or none: scores as by hand, each with its history; excuses;
 * absences and comments, which need no task. Besides what each changed task needs, it takes the same number of
 * statements however many cells there are. 409 for a closed period, with the fields of the cells in it. 403 for the
 * actor's own task, and for an excuse by anybody but curators; 409 with the cells as they are when any was changed
 * since; 422 for what is not of the course or above the max. Returns the cells in the order of the changes.
 */
export const changeCells = async (db: Db, actor: Actor, course: CourseWithFacts, changes: CellChange[]) => {
  authorize(
    curates(actor, 'courses') || changes.every(({ excused }) => excused === undefined),
    'Освободить от работы может только куратор.',
  )
  const grading = await loadGrading(db, course.scale)
  return db.transaction(async (tx) => {
    const checkOpen = await holdOpenPeriods(tx, course.id)
    await holdJournalCourse(tx, actor, course.id)
    const ids = [...new Set(changes.map(({ assignment_id }) => assignment_id))]
    await lockColumns(tx, ids)
    await lockAssignments(tx, ids)
    const { placed, marks } = await placeChanges(tx, course, changes)
    checkOpen(
      [...placed.map(({ assignment }) => assignment.day), ...marks.map(({ column }) => column.held_on)],
      [...placed, ...marks].map(fieldOf),
    )
    const marked = await changeMarks(tx, actor, course, marks, grading)
    if (placed.length === 0) return marked
    const alive = placed.filter(({ assignment }) => assignment.deleted_at === null)
    const scored = alive.filter(({ change: { score, excused } }) => score != null || excused)
    await insertMissingTasks(
      tx,
      course.id,
      scored.map(({ change: { assignment_id, student_id } }) => ({ assignment_id, student_id })),
    )
    const held = await lockTasksOf(
      tx,
      placed.map(({ change: { assignment_id, student_id } }) => ({ assignment_id, student_id })),
    )
    const heldOf = new Map(held.map((task) => [keyOf(task), task]))
    checkOwn(actor, placed, held)
    checkTeams(placed, heldOf)
    await checkConflicts(tx, course, placed, heldOf, grading)
    await keepMarks(tx, actor, placed, heldOf, grading)
    const changed = placed.map(({ change }) => change)
    const notes = changed.filter(({ absent, comment }) => absent !== undefined || comment !== undefined)
    await saveJournalCells(
      tx,
      actor.id,
      notes.map(({ assignment_id, student_id, absent = null, comment = null }) => ({
        assignment_id,
        student_id,
        absent,
        comment,
      })),
    )
    if (notes.length > 0) await addCourseEvent(tx, course.id)
    const cells = await loadCells(tx, course.id, placed)
    // in the order of the call
    const cellAt = new Map([
      ...placed.map(({ index }, at) => [index, cells[at]] as const),
      ...marks.map(({ index }, at) => [index, marked[at]] as const),
    ])
    return changes.map((_, index) => cellAt.get(index) as StudentCell)
  })
}
