// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { showEdits, shown } from '#web/journal/edits.fixture.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'
import { useLockPeriod } from '#web/journal/use-lock-period.ts'

const cell = { assignment_id: 2, task_id: 7, score: null, absent: false, comment: '' } as JournalCell
const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const other = { id: 3, name: 'Борис', surname: 'Ветров', avatar: null }
const assignment = {
  id: 2,
  weight: 1,
  max_score: 10,
  held_on: '2026-09-10',
  lesson: { id: null, name: 'Ответ у доски' },
} as JournalAssignment
const period = { id: 8, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-31' } as JournalPeriod
const journal = {
  course: { id: 1, name: '' },
  assignments: [assignment],
  quizzes: [],
  periods: [period],
  rows: [student, other].map((of) => ({
    student: of,
    left_at: null,
    quizzes: [],
    average: null,
    totals: [],
    cells: [{ ...cell, task_id: of.id }],
  })),
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal

const otherCourse = { ...journal, course: { id: 2, name: '' }, assignments: [{ ...assignment, id: 20 }] } as Journal

let edits: ReturnType<typeof useJournalEdits>
let otherEdits: ReturnType<typeof useJournalEdits>
let lock: ReturnType<typeof useLockPeriod>
const closed = vi.fn()

/** The calls that the server was sent, and what happens to the next of them. */
let sent: string[] = []
let fates: ('saved' | 'refused' | 'unsent')[] = []

const serve = async (path: string, { method }: RequestInit) => {
  if (method !== 'PUT') throw new TypeError('no network')
  sent.push(path.split('/').at(-1) ?? '')
  const fate = fates.shift() ?? 'saved'
  if (fate === 'unsent') throw new TypeError('no network')
  const problem = { type: 'urn:praktika:problem:conflict', title: '', detail: 'теперь 2' }
  const cells = [{ ...cell, student_id: 1, score: 2 }]
  if (fate === 'refused') return new Response(JSON.stringify({ ...problem, cells }), { status: 409 })
  return new Response(JSON.stringify({ cells, totals: [], journal }))
}

beforeEach(() => {
  sent = []
  fates = []
  closed.mockClear()
})
showEdits(() => {
  edits = useJournalEdits(journal)
  otherEdits = useJournalEdits(otherCourse)
  lock = useLockPeriod(journal, period, closed)
}, serve)

const type = (score: number) => edits.changeCells([{ student, cell, change: { score } }])
const notClosed = () => shown.find(({ summary }) => summary === 'Период не закрыт')?.detail

test('a period is closed after the marks that are on their way', async () => {
  await act(() => {
    type(7)
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['cells', 'lock'])
  expect(closed).toHaveBeenCalled()
})

test.each(['unsent', 'refused'] as const)('a period is not closed over a mark on its way that is %s', async (fate) => {
  fates = [fate]
  await act(() => {
    type(7)
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['cells'])
  expect(notClosed()).toBe('Не сохранено: Анна Белова: 7. Сначала сохраните это, потом закройте период.')
  expect(closed).not.toHaveBeenCalled()
})

test('a period waits for the rest of a block of which a mark is refused, and names that one alone', async () => {
  const reason = 'период «1 четверть» закрыт'
  const refusal = { type: 'urn:praktika:problem:conflict', errors: { 'cells.0.score': [reason] } }
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    const isBlock = String(request.body).includes('"student_id":1')
    return isBlock ? Promise.resolve(new Response(JSON.stringify(refusal), { status: 409 })) : serve(path, request)
  })
  await act(() => {
    edits.changeCells([student, other].map((of) => ({ student: of, cell, change: { score: 7 } })))
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['cells'])
  expect(notClosed()).toBe('Не сохранено: Анна Белова: 7. Сначала сохраните это, потом закройте период.')
})

test('a period is not closed over unsaved marks, totals and weights, but once they are saved', async () => {
  fates = ['unsent', 'unsent', 'unsent', 'saved', 'saved', 'saved']
  await act(() => {
    type(7)
    edits.setTotals([{ periodId: 8, student, from: null, to: 70 }])
    edits.setWeight(assignment, 2)
  })
  await act(changesSettled)
  await act(() => lock.setLocked(true))
  await act(changesSettled)
  expect(sent).toEqual(['cells', 'totals', 'weights'])
  const names = 'Анна Белова: 7, Анна Белова, 1 четверть: 70\u00a0%, вес «Ответ у доски»: 2'
  expect(notClosed()).toContain(names)
  await act(() => {
    shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick()
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent.slice(3)).toEqual(['cells', 'totals', 'weights', 'lock'])
})

test('the closing of a period removes the messages about its refusal and about the change before it', async () => {
  fates = ['unsent']
  await act(() => {
    type(7)
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(notClosed()).toBeDefined()
  await act(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  await act(changesSettled)
  expect(shown.map(({ summary }) => summary)).toEqual(['Период не закрыт', 'Клетка изменена'])
  await act(() => lock.setLocked(true))
  await act(changesSettled)
  expect(shown.map(({ summary }) => summary)).toEqual(['Период закрыт'])
})

test('a period is not closed over a weight on its way that is not saved', async () => {
  fates = ['unsent']
  await act(() => {
    edits.setWeight(assignment, 2)
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['weights'])
  expect(notClosed()).toContain('вес «Ответ у доски»: 2')
})

test('a period is closed whatever happens to a weight on its way in another course', async () => {
  fates = ['unsent', 'saved']
  await act(() => {
    otherEdits.setWeight({ ...assignment, id: 20 }, 2)
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['weights', 'lock'])
})

test('a period is closed over a mark that another one, which is saved, has replaced', async () => {
  fates = ['unsent', 'saved', 'saved']
  await act(() => {
    type(7)
    edits.changeCells([{ student, cell: { ...cell, score: 7 }, change: { score: 8 } }])
    lock.setLocked(true)
  })
  await act(changesSettled)
  expect(sent).toEqual(['cells', 'cells', 'lock'])
})

test('a period is opened whatever is unsaved', async () => {
  fates = ['unsent', 'saved']
  await act(() => type(7))
  await act(changesSettled)
  await act(() => lock.setLocked(false))
  await act(changesSettled)
  expect(sent).toEqual(['cells', 'lock'])
})
