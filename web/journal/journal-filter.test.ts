import { describe, expect, it } from 'vitest'
import type { JournalAssignment, JournalCell, JournalRow } from '#contract/journal/journal.schema.ts'
import type { TableColumn } from '#contract/journal/journal-columns.ts'
import { type TaskStatus, taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { gridCellAt, headRow, keyOfColumn, moveBy, placeNow, within } from '#web/journal/grid-places.ts'
import { canScore, cellKindOf, filterRows, isOfKind, isOfTeam } from '#web/journal/journal-filter.ts'
import { partsOf, printedCell } from '#web/journal/PrintedJournal.tsx'
import { readNumber } from '#web/journal/read-number.ts'
import { shownColumns } from '#web/journal/use-columns.ts'

const cell = (status: TaskStatus | null, overdue = false): JournalCell => ({
  assignment_id: 1,
  task_id: status && 1,
  status: status && taskStatuses[status],
  score: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue,
  changes: 0,
  absent: false,
  comment: '',
})

const row = (name: string, surname: string, cells: JournalCell[]): JournalRow => ({
  left_at: null,
  student: { id: 1, name, surname, role: { slug: 'student', name: 'Студент' }, avatar: null },
  cells,
  quizzes: [],
  average: null,
  totals: [],
})

describe('looking for', () => {
  const rows = [row('Артём', 'Белов', [cell('submitted')]), row('Анна', 'Белова', [cell(null, true)])]
  const names = (search: string, kind: string) =>
    filterRows(rows, search, cellKindOf(kind)).map(({ student }) => student.name)

  it('names takes parts of them in any order, and «ё» as «е»', () => {
    expect(names('бел', '')).toEqual(['Артём', 'Анна'])
    expect(names('  Белов артем ', '')).toEqual(['Артём'])
    expect(names('ветров', '')).toEqual([])
  })

  it('works leaves who has one', () => {
    expect(names('', 'submitted')).toEqual(['Артём'])
    expect(names('', 'overdue')).toEqual(['Анна'])
    expect(names('артем', 'overdue')).toEqual([])
    expect(names('', 'toString')).toEqual(['Артём', 'Анна'])
  })

  it('leaves the row that is being edited', () => {
    const [artem, anna] = rows.map((one, index) => ({ ...one, student: { ...one.student, id: index + 1 } }))
    const left = filterRows([artem, anna] as JournalRow[], '', 'overdue', undefined, 1)
    expect(left.map(({ student }) => student.name)).toEqual(['Артём', 'Анна'])
  })

  it('distinguishes what is missing from what was late', () => {
    expect(isOfKind(cell('accepted', true), 'late')).toBe(true)
    expect(isOfKind(cell('accepted', true), 'overdue')).toBe(false)
    expect(isOfKind(cell('draft', true), 'overdue')).toBe(true)
    expect(isOfKind(cell('draft', true), 'late')).toBe(false)
  })
})

it('every task but an excused one has a score to set; without a task only while the lesson is there', () => {
  const statuses = [null, 'draft', 'submitted', 'returned', 'accepted', 'excused'] as const
  const scored = (deleted_at: string | null) => statuses.filter((status) => canScore(cell(status), { deleted_at }))
  expect(scored(null)).toEqual([null, 'draft', 'submitted', 'returned', 'accepted'])
  expect(scored('2026-01-01T00:00:00.000Z')).toEqual(['draft', 'submitted', 'returned', 'accepted'])
})

describe('on paper', () => {
  it('columns come in parts of about the same width', () => {
    const columns = (count: number) => Array.from({ length: count }, (_, index) => index)
    expect(partsOf(columns(0))).toEqual([[]])
    expect(partsOf(columns(12)).map(({ length }) => length)).toEqual([12])
    expect(partsOf(columns(13)).map(({ length }) => length)).toEqual([7, 6])
    expect(partsOf(columns(40)).flat()).toEqual(columns(40))
  })

  it('a cell says its score, or else how things are', () => {
    expect(printedCell({ ...cell('accepted'), score: 8.5 })).toBe('8,5')
    expect([cell(null), cell(null, true), cell('submitted')].map((cell) => printedCell(cell))).toEqual([
      '—',
      'просрочено',
      'на проверке',
    ])
  })
})

it('numbers are read with a comma or a point, within their limits', () => {
  const read = (typed: string) => readNumber(typed, { min: 0, max: 10 })
  expect(['8', ' 8,5 ', '8.25', '0', '10', ''].map(read)).toEqual([8, 8.5, 8.25, 0, 10, null])
  expect(['11', '-1', '1e1', 'восемь', '8,555', '8 5'].map(read)).toEqual(Array(6).fill(undefined))
})

describe('keys', () => {
  const last = { row: 29, column: 41 }
  const from = { row: 0, column: 2 }

  it('walk to the head, and no further than the table', () => {
    expect(moveBy('ArrowUp', false, from, last)).toEqual({ row: -1, column: 2 })
    expect(moveBy('ArrowUp', false, { row: -1, column: 2 }, last)).toEqual({ row: -1, column: 2 })
    expect(moveBy('ArrowLeft', false, { row: 3, column: 0 }, last)).toEqual({ row: 3, column: 0 })
    expect(moveBy('PageDown', false, { row: 25, column: 2 }, last)).toEqual({ row: 29, column: 2 })
  })

  it('go to the ends of a row, with Ctrl of the table', () => {
    expect(moveBy('End', false, from, last)).toEqual({ row: 0, column: 41 })
    expect(moveBy('End', true, from, last)).toEqual(last)
    expect(moveBy('Home', true, last, last)).toEqual({ row: 0, column: 0 })
    expect(moveBy('x', false, from, last)).toBe(null)
  })

  it('stay inside when rows are filtered away', () => {
    expect(within({ row: 12, column: 5 }, { row: 1, column: 41 })).toEqual({ row: 1, column: 5 })
  })
})

it('a cell is of a team when another row has its task', () => {
  const of = (task_id: number | null): JournalCell => ({ ...cell('draft'), task_id })
  const [own, shared, none] = [of(1), of(2), of(null)] as const
  const rows = [
    row('Анна', 'Белова', [own, shared, none]),
    row('Борис', 'Ветров', [none, shared, none]),
  ] as JournalRow[]
  expect([own, shared, none].map((one) => isOfTeam(one, rows))).toEqual([false, true, false])
})

it('a cell is found by its student and its column, until one of them is gone', () => {
  const student = (id: number) => ({ student: { id } })
  const column = (id: number) => ({ kind: 'assignment', index: 0, assignment: { id } }) as TableColumn
  const [rows, columns] = [
    [student(1), student(2)],
    [column(7), column(8)],
  ]
  const second = gridCellAt({ row: 1, column: 3 }, { rows, columns })
  expect(placeNow(second, { rows, columns })).toEqual({ row: 1, column: 3 })
  expect(placeNow(second, { rows: rows.slice(1), columns: [column(9), ...columns] })).toEqual({ row: 0, column: 4 })
  expect(placeNow(second, { rows: rows.slice(0, 1), columns })).toBeNull()
  expect(placeNow(second, { rows, columns: columns.slice(0, 1) })).toBeNull()
  const head = gridCellAt({ row: headRow, column: 0 }, { rows, columns })
  expect(placeNow(head, { rows: [], columns: [] })).toEqual({ row: headRow, column: 0 })
})

it('a column whose cell is open stays in the table when it is moved out of the period', () => {
  const period = (id: number, from: string, to: string) => ({
    id,
    kind: 'term' as const,
    name: `Четверть ${id}`,
    from,
    to,
    locked: false,
    locked_by: null,
    locked_at: null,
  })
  const periods = [period(1, '2026-09-01', '2026-10-25'), period(2, '2026-11-03', '2026-12-28')]
  const assignments = [
    { id: 7, day: '2026-11-10' },
    { id: 8, day: '2026-09-10' },
    { id: 9, day: '2026-11-20' },
  ] as JournalAssignment[]
  const keys = (openedKey: string | null) =>
    shownColumns({ assignments, quizzes: [], periods }, periods[0], openedKey).map(keyOfColumn)
  expect(keys(null)).toEqual(['8', 'total-1'])
  expect(keys('8')).toEqual(['8', 'total-1'])
  expect(keys('9')).toEqual(['8', 'total-1', '9'])
})
