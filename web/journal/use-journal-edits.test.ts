// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { queryClient } from '#web/app/query-client.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'
import { type Toast, useToasts } from '#web/ui/toasts.ts'

const cellOf = (taskId: number | null): JournalCell => ({
  ...{ assignment_id: 2, task_id: taskId, status: null, score: 4, attempt: null, submitted_at: null, due_at: null },
  ...{ overdue: false, changes: 0, absent: false, comment: '' },
})
const row = (id: number, surname: string, taskId: number | null) => ({
  ...{ student: { id, name: 'А', surname, avatar: null }, left_at: null, cells: [cellOf(taskId)] },
  ...{ quizzes: [], average: null, totals: [] },
})
const assignment = { id: 2, weight: 1, max_score: 10, lesson: { id: 3, name: 'Письмо' } } as JournalAssignment
const journal = {
  ...{ course: { id: 1, name: '' }, assignments: [assignment], quizzes: [], periods: [] },
  // the first two are a team
  rows: [row(1, 'Белова', 7), row(2, 'Ветров', 7), row(3, 'Громов', 8)],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal
const [first, second, alone] = journal.rows as [Journal['rows'][0], Journal['rows'][0], Journal['rows'][0]]

let edits: ReturnType<typeof useJournalEdits>
let shown: Toast[] = []
const Editor = () => {
  edits = useJournalEdits(journal)
  shown = useToasts()
  return null
}
const unsaved = () => shown.map(({ detail }) => detail)
const root = createRoot(document.createElement('div'))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await act(() => startSession({ user: { id: 5, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' }))
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Editor))))
})
afterEach(async () => {
  await act(endSession)
  vi.unstubAllGlobals()
})

const paste = async ({ student, cells: [cell] }: typeof first, change: { score?: number; absent: boolean }) => {
  await act(() => edits.changeCells([{ student, cell: cell as JournalCell, change }]))
  await vi.waitFor(() => expect(unsaved()).toEqual(['1\u00a0клетка']))
}

test('a score that was pasted for a team is replaced by one that is typed in another row of it', async () => {
  await paste(first, { score: 7, absent: false })
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await vi.waitFor(() => expect(unsaved()).toEqual(['А Ветров: 9']))
})

test('an absence of a student stays unsaved when a teammate gets a score', async () => {
  await paste(first, { absent: true })
  await act(() => edits.setScore(second.student, assignment, second.cells[0] as JournalCell, 9))
  await vi.waitFor(() => expect(unsaved()).toEqual(['1\u00a0клетка, А Ветров: 9']))
  await act(() =>
    edits.changeCells([{ ...first, cell: first.cells[0] as JournalCell, change: { score: 6, absent: false } }]),
  )
  await vi.waitFor(() => expect(unsaved()).toEqual(['1\u00a0клетка']))
})

test('what a cell shows, chosen again, withdraws what is unsaved of it, and is not sent', async () => {
  await paste(alone, { score: 7, absent: false })
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  act(() => edits.keepScore(alone.student, alone.cells[0] as JournalCell))
  expect(unsaved()).toEqual([])
  await act(() => edits.changeComment(alone.student, alone.cells[0] as JournalCell, ''))
  act(() => edits.setWeight(assignment, 1))
  act(() => edits.setTotals([{ periodId: 1, student: alone.student, from: 4, to: 4 }]))
  expect(fetched).not.toHaveBeenCalled()
})
