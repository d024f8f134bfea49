import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { averageOf } from '#contract/journal/average.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import type { Journal, JournalCell } from '#contract/journal/journal.schema.ts'
import { call } from '#web/app/call.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'

/** Changes the journal that is loaded; averages follow. */
const changeJournal = (client: QueryClient, courseId: number, change: (journal: Journal) => Journal) =>
  client.setQueryData(journalQuery(courseId).queryKey, (known) => {
    if (!known) return known
    const journal = change(known.journal)
    const rows = journal.rows.map((row, index) =>
      row === known.journal.rows[index] && journal.assignments === known.journal.assignments
        ? row
        : { ...row, average: averageOf(journal.assignments, row.cells) },
    )
    return { journal: { ...journal, rows } }
  })

/** Changes the cells of a work, in the rows of all its students. */
const changeCells = (
  client: QueryClient,
  courseId: number,
  taskId: number,
  change: (cell: JournalCell) => JournalCell,
) =>
  changeJournal(client, courseId, (journal) => ({
    ...journal,
    rows: journal.rows.map((row) =>
      row.cells.some(({ task_id }) => task_id === taskId)
        ? { ...row, cells: row.cells.map((cell) => (cell.task_id === taskId ? change(cell) : cell)) }
        : row,
    ),
  }))

/** A score as it is set: `from` is what is shown before it. */
export interface SetScore {
  taskId: number
  from: number | null
  to: number | null
  /** Why; empty when nobody said. */
  reason: string
  /** Takes a change back: only while the score is still `from`. */
  isUndo: boolean
  /** Whose work it is, and of which lesson. */
  student: string
  lesson: string
}

/** What is done when the server has answered; of every change, however quickly they follow. */
interface Answered<Change> {
  onSaved: (change: Change) => void
  onRefused: (error: unknown) => void
}

/** Sets a score by hand; it shows at once, and is what it was when the server refuses. */
export const useSetScore = (courseId: number, { onSaved, onRefused }: Answered<SetScore>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, from, to, reason, isUndo }: SetScore) =>
      call(journalApi.setScore, {
        params: { id: taskId },
        body: { score: to, ...(reason ? { reason } : {}), ...(isUndo ? { expected: from } : {}) },
      }),
    onMutate: async ({ taskId, to }) => {
      await client.cancelQueries({ queryKey: journalQuery(courseId).queryKey })
      changeCells(client, courseId, taskId, (cell) => ({ ...cell, score: to }))
    },
    onSuccess: ({ cell }, change) => {
      changeCells(client, courseId, change.taskId, () => cell)
      void client.invalidateQueries({ queryKey: ['tasks'] })
      onSaved(change)
    },
    onError: (error, { taskId, from }) => {
      changeCells(client, courseId, taskId, (cell) => ({ ...cell, score: from }))
      void client.invalidateQueries({ queryKey: journalQuery(courseId).queryKey })
      onRefused(error)
    },
  })
}

/** How much an assignment counts. */
export interface SetWeight {
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
  return useMutation({
    mutationFn: ({ assignmentId, to }: SetWeight) =>
      call(journalApi.setWeights, {
        params: { id: courseId },
        body: { weights: [{ assignment_id: assignmentId, weight: to }] },
      }),
    onMutate: async ({ assignmentId, to }) => {
      await client.cancelQueries({ queryKey: journalQuery(courseId).queryKey })
      changeJournal(client, courseId, withWeight(assignmentId, to))
    },
    onSuccess: (answer, change) => {
      client.setQueryData(journalQuery(courseId).queryKey, answer)
      void client.invalidateQueries({ queryKey: ['lessons'] })
      onSaved(change)
    },
    onError: (error, { assignmentId, from }) => {
      changeJournal(client, courseId, withWeight(assignmentId, from))
      void client.invalidateQueries({ queryKey: journalQuery(courseId).queryKey })
      onRefused(error)
    },
  })
}
