// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Journal, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { type SetCells, type SetScore, useChangeCells, useSetScore } from '#web/journal/change-journal.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'

const cell = (comment: string, absent: boolean): JournalCell => ({
  assignment_id: 2,
  task_id: 7,
  status: null,
  score: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  changes: 0,
  absent,
  comment,
})
const row = (id: number, own: JournalCell) => ({
  student: { id },
  left_at: null,
  cells: [own],
  quizzes: [],
  average: null,
  totals: [],
})
const rows = [row(1, cell('Болел', true)), row(2, cell('', false))]
const column = { id: 2, weight: 1, max_score: 10, day: '2026-09-01', open: true }
const grading = { scale: 'points', borders: defaultBorders }
const journal = { course: { id: 1 }, assignments: [column], quizzes: [], periods: [], rows, grading }

let setScore: (change: SetScore) => void
let setCells: (change: SetCells) => void
const onSaved = vi.fn()
const Setter = () => {
  setScore = useSetScore(1, { onSaved, onRefused: () => {} }).mutate
  setCells = useChangeCells(1, { onSaved, onRefused: () => {} }).mutate
  return null
}
const shown = () => queryClient.getQueryData(journalQuery(1).queryKey)?.journal.rows.map(({ cells }) => cells[0])
const root = createRoot(document.createElement('div'))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => startSession({ user: { id: 5, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' }))
  queryClient.setQueryData(journalQuery(1).queryKey, { journal: journal as unknown as Journal })
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Setter))))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a score of a team is in all its rows; absences and comments stay with their students', async () => {
  const scored = { ...cell('Болел', true), score: 8, changes: 1 }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ cell: scored })))
  const place = { taskId: 7, lessonId: 3, student: 'А', lesson: 'Б', max: 10 }
  const cells: SetScore['cells'] = [{ assignment_id: 2, student_id: 1, score: 8, expected: null }]
  await act(() => setScore({ ...place, cells, userId: 5, reason: '', isUndo: false }))
  await expect.poll(() => onSaved).toHaveBeenCalled()
  expect(shown()).toMatchObject([
    { score: 8, changes: 1, absent: true, comment: 'Болел' },
    { score: 8, changes: 1, absent: false, comment: '' },
  ])
})

test('a score that is set together with an absence is in the rows of the whole team, too', async () => {
  const changed = { ...cell('', false), score: 8, student_id: 2 }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ cells: [changed] })))
  const change = { assignment_id: 2, student_id: 2, score: 8, absent: false }
  await act(() => setCells({ userId: 5, cells: [change] }))
  await expect.poll(() => onSaved).toHaveBeenCalled()
  expect(shown()).toMatchObject([
    { score: 8, absent: true, comment: 'Болел' },
    { score: 8, absent: false, comment: '' },
  ])
  expect(shown()?.[1]).not.toHaveProperty('student_id')
})
