import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { averageOf } from '#contract/journal/average.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import type { Journal, JournalCell, JournalRow, StudentCell } from '#contract/journal/journal.schema.ts'
import type { JournalTotal } from '#contract/journal/periods.schema.ts'
import { proposeTotals } from '#contract/journal/totals.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { called } from '#contract/users/student-word.ts'
import { act, rollBack } from '#web/data/act.ts'
import { call } from '#web/data/call.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { inTurn } from '#web/data/endpoint-query.ts'
import { randomId } from '#web/data/random-id.ts'
import { nextOrder } from '#web/journal/change-order.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import {
  cellIn,
  inJournal,
  type OwnCellChange,
  type OwnChange,
  sendOnOwn,
  sends,
  settle,
  settleFailed,
} from '#web/journal/pending-changes.ts'
import { scoreNow, valueNow } from '#web/journal/replace-score.ts'
import { formatMoment } from '#web/ui/dates.ts'

/** What follows from the cells of a row and its totals that were set. */
const computed = (row: JournalRow, { assignments, quizzes, periods, grading }: Journal): JournalRow => {
  const setOf = (id: number) => row.totals.find(({ period_id }) => period_id === id)?.score ?? null
  const proposed = proposeTotals(periods, { assignments, quizzes }, row, { grading, setOf })
  return {
    ...row,
    average: averageOf(assignments, row.cells, row.quizzes),
    totals: row.totals.map((total, index) => ({ ...total, proposed: proposed[index] ?? null })),
  }
}

/** The same journal with other cells, totals or weights; averages and proposed totals follow. */
const recomputed = (before: Journal, journal: Journal): Journal => ({
  ...journal,
  rows: journal.rows.map((row, index) =>
    row === before.rows[index] && journal.assignments === before.assignments ? row : computed(row, journal),
  ),
})

/** Changes the journal that is loaded; an older response that is under way is dropped, and asked for again. */
export const changeJournal = (client: QueryClient, courseId: number, change: (journal: Journal) => Journal) =>
  changeLoaded<{ journal: Journal }>(client, journalQuery(courseId).queryKey, ({ journal }) => ({
    journal: recomputed(journal, change(journal)),
  }))

/** A cell of the journal: its task, if staff know of one, and where one would be created. */
export interface CellPlace {
  taskId: number | null
  studentId: number
  lessonId: number
}

/** The journal with some of its cells changed; what does not change stays the same object. */
const withCells = (journal: Journal, change: (cell: JournalCell, row: JournalRow) => JournalCell): Journal => ({
  ...journal,
  rows: journal.rows.map((row) => {
    const cells = row.cells.map((cell) => change(cell, row))
    return cells.some((cell, index) => cell !== row.cells[index]) ? { ...row, cells } : row
  }),
})

/** The same with some of its totals changed. */
export const withTotals = (
  journal: Journal,
  change: (total: JournalTotal, row: JournalRow) => JournalTotal,
): Journal => ({
  ...journal,
  rows: journal.rows.map((row) => {
    const totals = row.totals.map((total) => change(total, row))
    return totals.some((total, index) => total !== row.totals[index]) ? { ...row, totals } : row
  }),
})

const withWeights = (journal: Journal, weights: Map<number, number>): Journal => {
  if (!journal.assignments.some(({ id }) => weights.has(id))) return journal
  const weighted = journal.assignments.map((assignment) => ({
    ...assignment,
    weight: weights.get(assignment.id) ?? assignment.weight,
  }))
  return { ...journal, assignments: weighted }
}

/** A cell of a teammate: the task is shared, but an absence, a comment and more time are each student's own. */
const ofTeammate = (shared: JournalCell, { absent, comment, overdue }: JournalCell): JournalCell => ({
  ...shared,
  absent,
  comment,
  overdue,
})

/** Puts cells that the server has changed into the journal, and the scores of teams into the rows of all their students. */
const putCells = (client: QueryClient, courseId: number, changed: StudentCell[]) => {
  const ownOf = new Map(changed.map(({ student_id, ...cell }) => [`${student_id}:${cell.assignment_id}`, cell]))
  const sharedOf = new Map([...ownOf.values()].flatMap((cell) => (cell.task_id === null ? [] : [[cell.task_id, cell]])))
  changeJournal(client, courseId, (journal) =>
    withCells(journal, (cell, row) => {
      const shared = sharedOf.get(cell.task_id ?? 0)
      return ownOf.get(`${row.student.id}:${cell.assignment_id}`) ?? (shared ? ofTeammate(shared, cell) : cell)
    }),
  )
}

/**
 * The journal as it will be once these changes are saved, in their order; a score of a team is in the rows of all its
 * students. Comments are shown once they are saved: their card says that they are on the way.
 */
export const withChanges = (journal: Journal, changes: OwnChange[]): Journal => {
  if (changes.length === 0) return journal
  const [scores, absences] = [new Map<string, number | null>(), new Map<string, boolean>()]
  const [totals, weights] = [new Map<string, number | null>(), new Map<number, number>()]
  const keyOf = (studentId: number, { assignment_id }: JournalCell) => `${studentId}:${assignment_id}`
  const scoreKeyOf = (studentId: number, cell: JournalCell) =>
    cell.task_id === null ? keyOf(studentId, cell) : `task ${cell.task_id}`
  for (const change of changes) {
    if ('assignmentId' in change) weights.set(change.assignmentId, change.to)
    else if ('to' in change) totals.set(`${change.student.id}:${change.periodId}`, change.to)
    else {
      const [cell, { student_id, score, absent }] = [cellIn(journal, change), change]
      if (cell && score !== undefined) scores.set(scoreKeyOf(student_id, cell), score)
      if (cell && absent !== undefined) absences.set(keyOf(student_id, cell), absent)
    }
  }
  const shown = withCells(journal, (cell, { student }) => {
    const changed = scores.get(scoreKeyOf(student.id, cell))
    const score = changed === undefined ? cell.score : changed
    const absent = absences.get(keyOf(student.id, cell)) ?? cell.absent
    return score === cell.score && absent === cell.absent ? cell : { ...cell, score, absent }
  })
  const set = withTotals(shown, (total, { student }) => {
    const score = totals.get(`${student.id}:${total.period_id}`)
    return score === undefined ? total : { ...total, score, basis: null }
  })
  return recomputed(journal, withWeights(set, weights))
}

/** Returns the id of the task in a cell, which is created where nothing was begun. */
const taskIdOf = async ({ taskId, studentId, lessonId }: CellPlace, userId?: number) => {
  if (taskId !== null) return taskId
  // not a task of the reader's own: nothing else that is loaded shows it
  const body = { student_id: studentId }
  const { task } = await call(tasksApi.start, { params: { id: lessonId }, body, as: userId })
  return task.id
}

/** What is sent, perhaps again later. */
export interface SentBy {
  /** Who has made it: nobody else sends it. */
  userId: number
  /** Sends what did not reach the server. */
  isRepeat?: boolean
}

/** The same of changes of a block. */
export interface SentBlock extends SentBy {
  /** Takes changes back, or withdraws what did not reach the server, as far as anybody knows. */
  isUndo?: boolean
  /** Lists what the server has refused of the block that this is the rest of. */
  refused?: string
}

/** A score as it is set, of one cell. Refused when the score is another one by now than the change expects. */
export interface SetScore extends SentBy {
  cells: [OwnCellChange]
  taskId: number | null
  lessonId: number
  /** Why; empty when nobody said. */
  reason: string
  /** Takes a change back. */
  isUndo: boolean
  /** The max of the score; null without points. */
  max: number | null
  /** The student and the lesson of the task. */
  student: string
  lesson: string
}

/** What is done when the server has answered; of every change, however quickly they follow. */
export interface Answered<Change> {
  /** Called with the change as it was saved: it expects what it has taken the place of. */
  onSaved: (change: Change) => void
  onRefused: (error: unknown, change: Change) => void
}

/**
 * A key of its own for each time that a change is sent. What a repeat expects shows whether the first one went through;
 * by the same key the repeat would get the first response, though somebody may have changed the cell since.
 */
export const withNewKey = () => ({ headers: { 'idempotency-key': randomId() } })

/** Sets a score by hand; until it is saved it is among the pending changes. */
export const useSetScore = (courseId: number, { onSaved, onRefused }: Answered<SetScore>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, cells, taskId, lessonId, reason }: SetScore) => {
      const id = await taskIdOf({ taskId, studentId: cells[0].student_id, lessonId }, userId)
      return sendOnOwn(
        cells,
        ([{ score = null, expected }]) =>
          act(journalApi.setScore, {
            params: { id },
            as: userId,
            ...withNewKey(),
            body: { score, ...(reason ? { reason } : {}), expected, order: nextOrder() },
          }),
        scoreNow,
      )
    },
    scope: inJournal,
    meta: sends('score', courseId),
    onSuccess: ({ response: { cell }, sent }, change) => {
      const [{ student_id, assignment_id }] = change.cells
      settle(change.cells, 'saved')
      changeJournal(client, courseId, (journal) =>
        withCells(journal, (shown, row) => {
          const isOwn = row.student.id === student_id && shown.assignment_id === assignment_id
          const isOfTask = shown.task_id !== null && shown.task_id === cell.task_id
          return isOwn || isOfTask ? ofTeammate(cell, shown) : shown
        }),
      )
      onSaved({ ...change, cells: sent })
    },
    onError: (error, change) => {
      settleFailed(change.cells, error)
      // also where no task could be created for it
      void rollBack(journalApi.setScore)
      onRefused(error, change)
    },
  })
}

/** Cells as they are changed together. */
export interface SetCells extends SentBlock {
  cells: OwnCellChange[]
  /** Whether a refusal is shown in the card where it was typed. */
  inCard?: boolean
}

/** Changes cells, all or none; until they are saved they are among the pending changes. */
export const useChangeCells = (courseId: number, { onSaved, onRefused }: Answered<SetCells>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, cells }: SetCells) =>
      sendOnOwn(
        cells,
        (cells) =>
          act(journalApi.setCells, {
            params: { id: courseId },
            as: userId,
            ...withNewKey(),
            body: { cells: cells.map(({ was_absent, absence_unsure, ...change }) => change), order: nextOrder() },
          }),
        valueNow,
      ),
    // the journal is loaded again after the last of those that wait
    mutationKey: inTurn(journalApi.setCells, { params: { id: courseId } }).mutationKey,
    scope: inJournal,
    meta: sends('cells', courseId),
    onSuccess: ({ response, sent }, change) => {
      settle(change.cells, 'saved')
      putCells(client, courseId, response.cells)
      onSaved({ ...change, cells: sent })
    },
    onError: (error, change) => {
      settleFailed(change.cells, error)
      onRefused(error, change)
    },
  })
}

/** Gives a cell more time, or (by curators) an excuse. */
export const useCellAct = (onDone: (summary: string) => void) => ({
  extend: useMutation({
    mutationFn: async ({ until, ...place }: CellPlace & { until: string }) =>
      act(threadsApi.extend, { params: { id: await taskIdOf(place) }, body: { until } }),
    onSuccess: (_, { until }) => onDone(`Срок продлён до ${formatMoment(until)}`),
  }),
  excuse: useMutation({
    mutationFn: async ({ reason, ...place }: CellPlace & { reason: string }) =>
      act(reviewsApi.excuse, { params: { id: await taskIdOf(place) }, body: { reason } }),
    onSuccess: () => onDone(`${called('Студент')} освобождён от работы`),
  }),
})
