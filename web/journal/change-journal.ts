import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { averageOf } from '#contract/journal/average.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import type { CellChange, Journal, JournalCell, JournalRow, StudentCell } from '#contract/journal/journal.schema.ts'
import type { StudentTotal } from '#contract/journal/periods.schema.ts'
import { proposeTotals } from '#contract/journal/totals.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { called } from '#contract/users/student-word.ts'
import { act, rollBack, useAct } from '#web/app/act.ts'
import { isAway } from '#web/app/away.ts'
import { call } from '#web/app/call.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { totalsNow } from '#web/journal/replace-score.ts'
import { formatMoment } from '#web/ui/dates.ts'

/**
 * Changes reach the server one after another: the last score of a cell counts, and the message is about the last one.
 */
const inJournal = { id: 'journal' }

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

/** Changes the journal that is loaded; averages and proposed totals follow. */
const changeJournal = (client: QueryClient, courseId: number, change: (journal: Journal) => Journal) =>
  client.setQueryData(journalQuery(courseId).queryKey, (known) => {
    if (!known) return known
    const journal = change(known.journal)
    const rows = journal.rows.map((row, index) =>
      row === known.journal.rows[index] && journal.assignments === known.journal.assignments
        ? row
        : computed(row, journal),
    )
    return { journal: { ...journal, rows } }
  })

/** A cell of the journal: its task, if staff know of one, and where one would be created. */
export interface CellPlace {
  taskId: number | null
  studentId: number
  assignmentId: number
  lessonId: number
}

/** Changes the cells of a task, in the rows of all its students. */
const changeCells = (
  client: QueryClient,
  courseId: number,
  { taskId, studentId, assignmentId }: CellPlace,
  change: (cell: JournalCell) => JournalCell,
) => {
  const isIt = (row: JournalRow, cell: JournalCell) =>
    taskId === null ? row.student.id === studentId && cell.assignment_id === assignmentId : cell.task_id === taskId
  return changeJournal(client, courseId, (journal) => ({
    ...journal,
    rows: journal.rows.map((row) =>
      row.cells.some((cell) => isIt(row, cell))
        ? { ...row, cells: row.cells.map((cell) => (isIt(row, cell) ? change(cell) : cell)) }
        : row,
    ),
  }))
}

/** A cell of a teammate: the task is shared, but an absence, a comment and more time are each student's own. */
const ofTeammate = (shared: JournalCell, { absent, comment, overdue }: JournalCell): JournalCell => ({
  ...shared,
  ...{ absent, comment, overdue },
})

/** Puts cells that the server has changed into the journal, and the scores of teams into the rows of all their students. */
const putCells = (client: QueryClient, courseId: number, changed: StudentCell[]) => {
  const ownOf = new Map(changed.map(({ student_id, ...cell }) => [`${student_id}:${cell.assignment_id}`, cell]))
  const sharedOf = new Map([...ownOf.values()].flatMap((cell) => (cell.task_id === null ? [] : [[cell.task_id, cell]])))
  return changeJournal(client, courseId, (journal) => ({
    ...journal,
    rows: journal.rows.map((row) => {
      const cells = row.cells.map((cell) => {
        const shared = sharedOf.get(cell.task_id ?? 0)
        return ownOf.get(`${row.student.id}:${cell.assignment_id}`) ?? (shared ? ofTeammate(shared, cell) : cell)
      })
      return cells.some((cell, index) => cell !== row.cells[index]) ? { ...row, cells } : row
    }),
  }))
}

/** Returns the id of the task in a cell, which is created where nothing was begun. */
const taskIdOf = async ({ taskId, studentId, lessonId }: CellPlace, userId?: number) => {
  if (taskId !== null) return taskId
  // not a task of the reader's own: nothing else that is loaded shows it
  const body = { student_id: studentId }
  const { task } = await call(tasksApi.start, { params: { id: lessonId }, body, as: userId })
  return task.id
}

/** A change that may be sent again later. */
interface OwnChange {
  /** Who has made it: nobody else sends it. */
  userId: number
}

/**
 * A score as it is set: `from` is what was shown when the change began. Refused when the score is another one by now.
 */
export interface SetScore extends CellPlace, OwnChange {
  from: number | null
  to: number | null
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
interface Answered<Change> {
  onSaved: (change: Change) => void
  onRefused: (error: unknown, change: Change) => void
}

/** Sets a score by hand; it shows at once, and is what it was when the server refuses. */
export const useSetScore = (courseId: number, { onSaved, onRefused }: Answered<SetScore>) => {
  const client = useQueryClient()
  /** The last change of each cell that found nobody to answer. */
  const failed = useRef(new Map<string, SetScore>())
  const keyOf = ({ studentId, assignmentId }: CellPlace) => `${studentId}:${assignmentId}`
  /** What a change is based on: one that was made while another was under way was shown that, saved or not. */
  const expectedBy = ({ from, ...place }: SetScore) => {
    const before = failed.current.get(keyOf(place))
    return before?.to === from ? before.from : from
  }
  return useMutation({
    mutationFn: async (change: SetScore) => {
      const { userId, to, reason } = change
      return act(journalApi.setScore, {
        params: { id: await taskIdOf(change, userId) },
        body: { score: to, ...(reason ? { reason } : {}), expected: expectedBy(change) },
        as: userId,
      })
    },
    scope: inJournal,
    onMutate: async ({ to, ...place }) => {
      await client.cancelQueries({ queryKey: journalQuery(courseId).queryKey })
      changeCells(client, courseId, place, (cell) => ({ ...cell, score: to }))
    },
    onSuccess: ({ cell }, change) => {
      failed.current.delete(keyOf(change))
      changeCells(client, courseId, change, (shown) => ofTeammate(cell, shown))
      onSaved(change)
    },
    onError: (error, change) => {
      const base = expectedBy(change)
      if (isAway(error)) failed.current.set(keyOf(change), { ...change, from: base })
      changeCells(client, courseId, change, (cell) => ({ ...cell, score: base }))
      // what was shown before may not have been saved either
      void rollBack(journalApi.setScore)
      onRefused(error, change)
    },
  })
}

/** Cells as they are changed together. */
export interface SetCells extends OwnChange {
  cells: CellChange[]
}

/** Changes cells, all or none; `onRefused` is given what the server said. */
export const useChangeCells = (courseId: number, { onSaved, onRefused }: Answered<SetCells>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, cells }: SetCells) =>
      act(journalApi.setCells, { params: { id: courseId }, body: { cells }, as: userId }),
    scope: inJournal,
    onSuccess: ({ cells }, sent) => {
      putCells(client, courseId, cells)
      onSaved(sent)
    },
    onError: (error, sent) => onRefused(error, sent),
  })
}

/** A total as it is set: `from` is what is shown before it. */
export interface SetTotal {
  periodId: number
  student: { id: number }
  from: number | null
  to: number | null
}

/** Totals as they are set together. */
export interface SetTotals extends OwnChange {
  totals: SetTotal[]
}

/** Changes the totals of the journal that is loaded. */
const putTotals = (client: QueryClient, courseId: number, totals: StudentTotal[]) => {
  const newOf = new Map(totals.map((total) => [`${total.student_id}:${total.period_id}`, total]))
  const isChanged = (row: JournalRow) => row.totals.some(({ period_id }) => newOf.has(`${row.student.id}:${period_id}`))
  changeJournal(client, courseId, (journal) => ({
    ...journal,
    rows: journal.rows.map((row) => {
      if (!isChanged(row)) return row
      const totals = row.totals.map((total) => {
        const { score, basis } = newOf.get(`${row.student.id}:${total.period_id}`) ?? total
        return { ...total, score, basis }
      })
      return { ...row, totals }
    }),
  }))
}

/** Sets totals, all or none. Each shows at once, and is what it was when the server refuses. */
export const useSetTotals = (courseId: number, { onSaved, onRefused }: Answered<SetTotals>) => {
  const client = useQueryClient()
  const shown = ({ totals }: SetTotals, score: 'from' | 'to') =>
    totals.map((change) => ({
      ...{ period_id: change.periodId, student_id: change.student.id, score: change[score] },
      ...{ proposed: null, basis: null },
    }))
  return useMutation({
    mutationFn: ({ userId, totals }: SetTotals) =>
      act(journalApi.setTotals, {
        params: { id: courseId },
        as: userId,
        body: {
          totals: totals.map(({ periodId, student, from, to }) => ({
            ...{ period_id: periodId, student_id: student.id, score: to, expected: from },
          })),
        },
      }),
    scope: inJournal,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: journalQuery(courseId).queryKey })
      putTotals(client, courseId, shown(change, 'to'))
    },
    onSuccess: ({ totals }, change) => {
      putTotals(client, courseId, totals)
      onSaved(change)
    },
    onError: (error, change) => {
      putTotals(client, courseId, shown(change, 'from'))
      putTotals(client, courseId, totalsNow(error))
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

/** How much an assignment counts. */
export interface SetWeight extends OwnChange {
  assignmentId: number
  from: number
  to: number
  lesson: string
}

const withWeight = (assignmentId: number, weight: number) => (journal: Journal) => ({
  ...journal,
  assignments: journal.assignments.map((assignment) =>
    assignment.id === assignmentId ? { ...assignment, weight } : assignment,
  ),
})

/** Sets how much an assignment counts; averages follow at once. */
export const useSetWeight = (courseId: number, { onSaved, onRefused }: Answered<SetWeight>) => {
  const client = useQueryClient()
  const inputOf = ({ userId, assignmentId, to }: SetWeight) => ({
    params: { id: courseId },
    as: userId,
    body: { weights: [{ assignment_id: assignmentId, weight: to }] },
  })
  return useAct(journalApi.setWeights, inputOf, {
    scope: inJournal,
    onMutate: async ({ assignmentId, to }) => {
      await client.cancelQueries({ queryKey: journalQuery(courseId).queryKey })
      changeJournal(client, courseId, withWeight(assignmentId, to))
    },
    onSuccess: (_, change) => onSaved(change),
    onError: (error, change) => {
      changeJournal(client, courseId, withWeight(change.assignmentId, change.from))
      onRefused(error, change)
    },
  })
}
